package org.artindex.cli;

import java.util.List;
import org.artindex.Direction;
import org.artindex.key.KeyRange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "first",
        description = "Shows the first entries of an index, from the first key on.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art first cities.art by_lat --limit 5",
            "  art first cities.art by_country_name FR --limit 1",
        })
final class FirstCommand extends QueryCommand {
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
        return Direction.ASCENDING;
    }
}
