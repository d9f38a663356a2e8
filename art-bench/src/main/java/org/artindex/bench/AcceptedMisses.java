package org.artindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The gates that are known not to be reached, each with its measured reason: lines {@code - NAME: reason} of a Markdown file. */
final class AcceptedMisses {
    private static final Pattern ENTRY = Pattern.compile("- ([A-Z]\\.[A-Za-z0-9.-]+):\\s+(\\S.*)");

    private final Map<String, String> reasons = new HashMap<>();

    private AcceptedMisses() {}

    /** Reads the list; where there is no file, no miss is accepted. */
    static AcceptedMisses read(@Nullable Path file) throws IOException {
        return parse(file == null ? List.of() : Files.readAllLines(file));
    }

    static AcceptedMisses parse(List<String> lines) {
        AcceptedMisses misses = new AcceptedMisses();
        for (String line : lines) {
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                misses.reasons.put(entry.group(1), entry.group(2));
            }
        }
        return misses;
    }

    /** Why a gate may miss, or null where it may not. */
    @Nullable
    String reason(String gate) {
        return reasons.get(gate);
    }
}
