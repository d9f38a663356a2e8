package org.artindex.cli;

import java.util.List;
import org.artindex.key.KeyRange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        description = "Shows the entries of a key.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art get cities.art by_name Paris",
            "  art get cities.art by_country_name FR Paris --csv data/cities.csv.gz",
            "  art get cities.art by_country_name FR --count",
            "An empty value, '', is NULL. Text that begins with - goes after --."
        })
final class GetCommand extends QueryCommand {
    @Parameters(
            index = "2..*",
            arity = "1..*",
            paramLabel = "VALUE",
            description = "What the columns hold, or the first of them.")
    List<String> values = List.of();

    @Override
    KeyRange range(IndexKeys keys) {
        return keys.schema().equal(keys.parse(values));
    }

    @Override
    List<String> values() {
        return values;
    }
}
