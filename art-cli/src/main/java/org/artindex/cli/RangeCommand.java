package org.artindex.cli;

import java.util.List;
import org.artindex.key.Comparison;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "range",
        description = "Shows the entries between two values, in the order of the index.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art range cities.art by_lat --ge 40 --lt 50.5 --count",
            "  art range cities.art by_country_name FR --ge Paris --limit 5",
            "  art range ip.art ip_start --le 134744072 --reverse --limit 1    (the largest up to it)",
            "The bounds are about the column after the VALUEs. With any bound, NULL is left out."
        })
final class RangeCommand extends QueryCommand {
    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "VALUE",
            description = "What the first columns hold; none for all.")
    List<String> values = List.of();

    @Option(names = "--ge", paramLabel = "V", description = "At least V.")
    @Nullable
    String atLeast;

    @Option(names = "--gt", paramLabel = "V", description = "Greater than V.")
    @Nullable
    String greater;

    @Option(names = "--le", paramLabel = "V", description = "At most V.")
    @Nullable
    String atMost;

    @Option(names = "--lt", paramLabel = "V", description = "Less than V.")
    @Nullable
    String less;

    @Override
    KeyRange range(IndexKeys keys) {
        KeyRange range = values.isEmpty() ? KeyRange.all() : keys.schema().equal(keys.parse(values));
        range = range.intersect(bound(keys, Comparison.AT_LEAST, atLeast));
        range = range.intersect(bound(keys, Comparison.GREATER, greater));
        range = range.intersect(bound(keys, Comparison.AT_MOST, atMost));
        return range.intersect(bound(keys, Comparison.LESS, less));
    }

    @Override
    void checkArguments() {
        super.checkArguments();
        refuseBoth("--ge", atLeast, "--gt", greater);
        refuseBoth("--le", atMost, "--lt", less);
    }

    @Override
    List<String> values() {
        return values;
    }

    private void refuseBoth(String name, @Nullable String value, String otherName, @Nullable String otherValue) {
        if (value != null && otherValue != null) {
            throw new ParameterException(spec.commandLine(), name + " and " + otherName + " exclude each other");
        }
    }

    private KeyRange bound(IndexKeys keys, Comparison comparison, @Nullable String text) {
        if (text == null) {
            return KeyRange.all();
        }
        KeySchema schema = keys.schema();
        return schema.where(keys.parse(values), comparison, keys.parseBound(values.size(), text));
    }
}
