package org.artindex.cli;

import java.util.List;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "prefix",
        description = "Shows the entries whose text begins in a certain way.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art prefix cities.art by_name Saint",
            "  art prefix cities.art by_country_name FR Saint --count",
        })
final class PrefixCommand extends QueryCommand {
    @Parameters(
            index = "2..*",
            arity = "1..*",
            paramLabel = "VALUE",
            description = "What the first columns hold, if any, and then how the next one, of text or bytes, begins.")
    List<String> values = List.of();

    @Override
    KeyRange range(IndexKeys keys) {
        int last = values.size() - 1;
        ColumnType type = keys.column(last).type();
        if (type != ColumnType.TEXT && type != ColumnType.BYTES) {
            throw new CommandFailure("column " + keys.column(last).name() + " is of type " + KeySpec.nameOf(type)
                    + "; only text and bytes begin with something");
        }
        @Nullable Object[] start = new @Nullable Object[last + 1];
        System.arraycopy(keys.parse(values.subList(0, last)), 0, start, 0, last);
        start[last] = keys.parse(last, values.get(last));
        return keys.schema().startsWith(start);
    }

    @Override
    List<String> values() {
        return values;
    }
}
