package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.artindex.Index.Uniqueness;
import org.artindex.support.Builds;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An inner node is of the smallest type for its children, tailed when most of them have a short path below, and shrinks late. */
class NodeSizesTest {
    private static final int[] PLAIN = {4, 8, 16, 48, 96, 256};
    private static final int[] TAILED = {4, 8, 16, 24, 32, 48};

    /** At how many children a node of a type gives way to a smaller one. */
    private static final Map<String, Integer> SHRINKS_AT = Map.ofEntries(
            Map.entry("NODE256", 72),
            Map.entry("NODE96", 36),
            Map.entry("NODE48", 12),
            Map.entry("NODE16", 6),
            Map.entry("NODE8", 3),
            Map.entry("NODE4", 1),
            Map.entry("TAILED48", 24),
            Map.entry("TAILED32", 18),
            Map.entry("TAILED24", 12),
            Map.entry("TAILED16", 6),
            Map.entry("TAILED8", 3),
            Map.entry("TAILED4", 1));

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "70", "70 00", "70 71 72 73 74 75 76", "70 71 72 73 74 75 76 77"})
    void aNodeGrowsToTheNextTypeWhenItIsFullAndShrinksWithRoomToSpare(String rest) {
        Index index = db.index("growing", Uniqueness.NOT_UNIQUE);
        byte[] path = Keys.hex(rest);
        int stored = path.length - (rest.endsWith("00") ? 1 : 0);
        boolean isShort = stored >= 1 && stored <= 7;
        List<Integer> bytes = new ArrayList<>(IntStream.range(0, 256).boxed().toList());
        Collections.shuffle(bytes, new Random(stored));
        for (int count = 1; count <= 256; count++) {
            byte[] key = key(bytes.get(count - 1), path);
            db.change(batch -> batch.put(index, key, 1));
            if (count > 1) {
                assertThat(innerNode(index)).as("%s children", count).isEqualTo(smallest(count, isShort));
            }
        }
        String type = "NODE256";
        for (int count = 255; count > 1; count--) {
            byte[] key = key(bytes.get(count), path);
            db.change(batch -> batch.remove(index, key, 1));
            type = count <= SHRINKS_AT.getOrDefault(type, 0) ? smallest(count, isShort) : type;
            assertThat(innerNode(index)).as("%s children left", count).isEqualTo(type);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 9, 16, 17, 24, 25, 32, 33, 47, 48})
    void aNodeIsTailedWhenMoreThanHalfOfItsChildrenHaveAShortPath(int children) {
        for (int shortPaths = 0; shortPaths <= children; shortPaths++) {
            int few = shortPaths;
            List<Oracle.Entry> entries = IntStream.range(0, children)
                    .mapToObj(i -> Builds.entry(key(i, i < few ? new byte[] {1} : new byte[0]), i))
                    .toList();
            Index built = Builds.build(db, BuildOptions.DEFAULT, entries.stream());
            assertThat(innerNode(built))
                    .as("%s of %s", shortPaths, children)
                    .isEqualTo(smallest(children, 2 * shortPaths > children));
            db.change(batch -> batch.drop(built));
        }
    }

    @Test
    void theForkOfAPathIsTailedWhenBothOfItsBranchesHaveAShortPath() {
        String[] rests = {"", "01", "01 02 03 04 05 06 07", "01 02 03 04 05 06 07 08", "00", "01 00"};
        List<String> isShort = List.of("01", "01 02 03 04 05 06 07", "01 00");
        for (String one : rests) {
            for (String other : rests) {
                Index index = db.index("fork", Uniqueness.NOT_UNIQUE);
                db.change(batch -> {
                    batch.put(index, key(5, Keys.hex(one)), 1);
                    batch.put(index, key(6, Keys.hex(other)), 2);
                });
                assertThat(innerNode(index))
                        .as("%s and %s", one, other)
                        .isEqualTo(isShort.contains(one) && isShort.contains(other) ? "TAILED4" : "NODE4");
                db.change(batch -> batch.drop(index));
            }
        }
    }

    /** A key behind eight bytes that all share: a path is cut where the keys part. */
    private static byte[] key(int branch, byte[] rest) {
        return Keys.concat(Keys.repeated('s', 8), new byte[] {(byte) branch}, rest);
    }

    private static String smallest(int children, boolean isTailed) {
        boolean tailed = isTailed && children <= 48;
        int size = Arrays.stream(tailed ? TAILED : PLAIN)
                .filter(capacity -> capacity >= children)
                .findFirst()
                .orElseThrow();
        return (tailed ? "TAILED" : "NODE") + size;
    }

    private String innerNode(Index index) {
        Map<String, Long> nodes = new TreeMap<>(db.stats(index).nodes());
        nodes.keySet().removeIf(name -> !name.startsWith("NODE") && !name.startsWith("TAILED"));
        assertThat(nodes).hasSize(1);
        return nodes.keySet().iterator().next();
    }
}
