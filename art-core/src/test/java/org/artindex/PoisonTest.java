package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.state.IndexState;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeWalk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests would notice a node that is freed under a reader: freed slots are overwritten, and no reader takes that for content. */
class PoisonTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                NodeType.NODE4,
                NodeType.NODE256,
                NodeType.TAILED4,
                NodeType.TAILED16,
                NodeType.PREFIX16,
                NodeType.PREFIX128,
                NodeType.LEAF,
                NodeType.GATE,
                NodeType.ARRAY16 + 4,
                NodeType.BITMAP
            })
    void aNodeThatIsFreedUnderAReaderIsNoticed(int type) {
        CheckedEngine db = new CheckedEngine();
        db.abandon();
        try (db) {
            Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
            Oracle oracle = new Oracle();
            db.change(batch -> putAll(batch, index, oracle));
            try (Snapshot snapshot = db.snapshot()) {
                oracle.assertEqualTo(snapshot.reader(index));
                db.space().free(firstOf(db, type));
                assertThat(wholeContentIsRead(snapshot.reader(index), oracle))
                        .as("%s was freed and nobody noticed", NodeType.name(type))
                        .isFalse();
            }
        }
    }

    private static void putAll(Batch batch, Index index, Oracle oracle) {
        for (int i = 0; i < 256; i++) {
            put(batch, index, oracle, new byte[] {1, (byte) i}, i);
        }
        for (int i = 0; i < 12; i++) {
            put(batch, index, oracle, Keys.concat(new byte[] {2, (byte) i}, Keys.repeated('t', 4)), i);
            put(batch, index, oracle, new byte[] {3, (byte) (i % 3), (byte) (i % 4)}, i);
        }
        for (int i = 0; i < 3; i++) {
            put(batch, index, oracle, Keys.concat(new byte[] {6, (byte) i}, Keys.repeated('t', 4)), i);
        }
        put(batch, index, oracle, Keys.concat(new byte[] {4}, Keys.repeated('p', 140)), 1);
        for (int row = 0; row < 1000; row++) {
            put(batch, index, oracle, new byte[] {5, 1}, row * 2L);
            put(batch, index, oracle, new byte[] {5, 2}, row % 10);
            put(batch, index, oracle, new byte[] {5, 3}, row * 200L);
        }
    }

    private static void put(Batch batch, Index index, Oracle oracle, byte[] key, long row) {
        batch.put(index, key, row);
        oracle.put(key, row);
    }

    private static long firstOf(CheckedEngine db, int type) {
        List<Long> found = new ArrayList<>();
        TreeWalk.Visitor finder = new TreeWalk.Visitor() {
            @Override
            public boolean enter(long pointer) {
                if (NodePointer.type(pointer) == type) {
                    found.add(NodePointer.withoutImpliedZero(pointer));
                }
                return true;
            }

            @Override
            public void leave(long pointer, long address) {}
        };
        for (IndexState state : db.record().indexes()) {
            new TreeWalk(db.space()).walk(state.root(), finder);
        }
        return found.get(0);
    }

    /** Whether a scan gives exactly what the index held; any error of a reader means that it does not. */
    private static boolean wholeContentIsRead(IndexReader reader, Oracle oracle) {
        try {
            Cursor cursor = reader.cursor(KeyRange.all());
            for (Oracle.Entry expected : oracle.entries(KeyRange.all(), Direction.ASCENDING)) {
                if (!cursor.next() || !expected.equals(new Oracle.Entry(cursor.key(), cursor.row()))) {
                    return false;
                }
            }
            return !cursor.next();
        } catch (RuntimeException | AssertionError noticed) {
            return false;
        }
    }
}
