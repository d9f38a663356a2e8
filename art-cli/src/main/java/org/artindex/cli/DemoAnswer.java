package org.artindex.cli;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What an index answered in the demo.
 *
 * @param question in words
 * @param command the command that asks the same, without the file's name, which is {@code %s}
 * @param count how many there are, where that was asked
 * @param rows row ids of those that are shown
 * @param table the table whose rows they are
 * @param line how such a row is shown
 * @param time how long the index took
 */
record DemoAnswer(
        String question,
        String command,
        OptionalLong count,
        List<Long> rows,
        DemoTable table,
        Function<List<String>, String> line,
        Duration time) {}
