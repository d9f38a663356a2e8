package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructureTest {
    private static final int COUNT = 5000;

    @ParameterizedTest
    @ValueSource(strings = {"random", "sequential", "short-strings", "long-strings"})
    void everyStructureGivesWhatTheKeySetSays(String set) {
        KeySet keys = KeySet.of(set, COUNT);
        for (String name : Structure.NAMES.split(", ")) {
            assertThatCode(() -> doAll(keys.structure(name))).as(name).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"art", "TreeMap"})
    void aWrongRowFails(String name) {
        KeySet keys = KeySet.of("random", COUNT);
        try (Structure structure = keys.structure(name)) {
            structure.build();
            structure.clear();
            if (name.equals("TreeMap")) {
                assertThatThrownBy(() -> structure.hits(1)).hasMessageStartingWith("wrong result of hit 0");
            } else {
                assertThatThrownBy(structure::clear).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    private static void doAll(Structure structure) {
        try (structure) {
            structure.build();
            structure.hits(COUNT);
            structure.misses(COUNT);
            structure.ranges(COUNT / KeySet.RANGE);
            structure.scan();
            structure.clear();
        }
    }
}
