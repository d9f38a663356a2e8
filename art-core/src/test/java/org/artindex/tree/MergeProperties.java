package org.artindex.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.artindex.Batch;
import org.artindex.BuildOptions;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexBuild;
import org.artindex.LocalIndex;
import org.artindex.Snapshot;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;

/** Two trees of any shapes merged hold what both held, and neither a snapshot nor a slot notices. */
class MergeProperties {
    private static final long SPARSE_ROWS = (1L << 54) - 1;

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void mergingHoldsTheUnionOfBothTrees(@ForAll long seed) {
        Random random = new Random(seed);
        try (CheckedEngine db = new CheckedEngine()) {
            Index index = db.index("index", Uniqueness.NOT_UNIQUE);
            Oracle oracle = db.expect(index, new Oracle());
            int rounds = 1 + random.nextInt(3);
            for (int round = 0; round < rounds; round++) {
                db.change(batch -> entries(random).forEach(entry -> {
                    batch.put(index, entry.key(), entry.row());
                    oracle.put(entry.key(), entry.row());
                }));
                Oracle before = oracle.copy();
                try (Snapshot snapshot = db.snapshot()) {
                    List<Oracle.Entry> added = entries(random);
                    if (random.nextBoolean()) {
                        mergeLocal(db, index, added);
                    } else {
                        build(db, index, added);
                    }
                    added.forEach(entry -> oracle.put(entry.key(), entry.row()));
                    before.assertEqualTo(snapshot.reader(index));
                }
                db.verify();
                removeSome(db, index, oracle, random);
            }
        }
    }

    private static void mergeLocal(CheckedEngine db, Index index, List<Oracle.Entry> entries) {
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            Oracle oracle = new Oracle();
            for (Oracle.Entry entry : entries) {
                assertThat(local.put(entry.key(), entry.row())).isEqualTo(oracle.put(entry.key(), entry.row()));
            }
            batch.merge(local, row -> row);
            batch.commit();
        }
    }

    private static void build(CheckedEngine db, Index index, List<Oracle.Entry> entries) {
        try (Batch batch = db.begin();
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
            entries.forEach(entry -> build.add(entry.key(), entry.row()));
            build.finish();
            batch.commit();
        }
    }

    private static void removeSome(CheckedEngine db, Index index, Oracle oracle, Random random) {
        db.change(batch -> oracle.keys().forEach(key -> {
            if (random.nextInt(3) == 0) {
                for (long row : List.copyOf(oracle.rows(key))) {
                    batch.remove(index, key, row);
                    oracle.remove(key, row);
                }
            }
        }));
    }

    /** Entries of one to four families of keys; each family is prefix-free with all others. */
    private static List<Oracle.Entry> entries(Random random) {
        List<Oracle.Entry> entries = new ArrayList<>();
        for (int families = 1 + random.nextInt(4); families > 0; families--) {
            int count = 1 << random.nextInt(9);
            int family = random.nextInt(5);
            int spread = 1 + random.nextInt(300);
            int rows = 1 << random.nextInt(14);
            for (int i = 0; i < count; i++) {
                byte[] key = key(family, random.nextInt(spread));
                long row = random.nextInt(50) == 0 ? random.nextLong() & SPARSE_ROWS : random.nextInt(rows);
                entries.add(new Oracle.Entry(key, row));
            }
        }
        return entries;
    }

    private static byte[] key(int family, int n) {
        return switch (family) {
            case 0 -> Keys.of(n);
            case 1 -> Keys.text("m" + n);
            case 2 -> Keys.concat(Keys.text("x" + "long".repeat(n % 70)), Keys.of(n % 7));
            case 3 -> Keys.concat(Keys.hex("0300"), new byte[] {(byte) n}, Keys.repeated('t', n % 4 == 0 ? 10 : 3));
            default -> Keys.concat(Keys.hex("03FF"), new byte[] {(byte) n, 0, 0});
        };
    }
}
