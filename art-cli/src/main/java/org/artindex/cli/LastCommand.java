package org.artindex.cli;

import java.util.List;
import org.artindex.Direction;
import org.artindex.key.KeyRange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "last",
        description = "Shows the last entries of an index, from the last key back.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art last cities.art by_lat --limit 5",
            "  art last cities.art by_country_name FR --limit 1",
        })
final class LastCommand extends QueryCommand {
    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "VALUE",
            description = "What the first columns hold; none for all.")
    List<String> values = List.of();

    @Override
    KeyRange range(IndexKeys keys) {
        return values.isEmpty() ? KeyRange.all() : keys.schema().equal(keys.parse(values));
    }

    @Override
    List<String> values() {
        return values;
    }

    @Override
    Direction direction() {
        return Direction.DESCENDING;
    }
}
