package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LongPeersTest {
    private static final int COUNT = 5000;

    @SuppressWarnings("unused")
    private static final Iterable<String> PEERS = LongKeys.PEERS;

    @ParameterizedTest
    @FieldSource("PEERS")
    void everyPeerGivesWhatTheKeySetSays(String name) {
        for (KeySet keys : new KeySet[] {LongKeys.random(COUNT), LongKeys.sequential(COUNT)}) {
            try (Structure structure = keys.structure(name)) {
                structure.build();
                structure.hits(COUNT);
                structure.misses(COUNT);
                if (structure.hasRanges()) {
                    structure.ranges(keys.rangeCount());
                }
                structure.scan();
                assertThat(structure.offHeapBytes()).isGreaterThanOrEqualTo(0);
                structure.clear();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("PEERS")
    void aMissingKeyFails(String name) {
        KeySet keys = LongKeys.random(COUNT);
        try (Structure structure = keys.structure(name)) {
            structure.beginBuild();
            structure.insert(0, COUNT / 2);
            structure.endBuild();
            assertThatThrownBy(() -> structure.hits(COUNT)).hasMessageStartingWith("wrong result of hit");
        }
    }
}
