package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;

/** One step of a script against engine and model; numbers choose among what there is when the step is taken. */
interface Step {
    void take(EngineModel model);

    record Put(int index, byte[] key, long row) implements Step {
        @Override
        public void take(EngineModel model) {
            Index chosen = model.any(index);
            model.put(chosen, ModelKeys.fitting(chosen, key), row);
        }

        @Override
        public String toString() {
            return "put " + index + " " + Keys.toHex(key) + " " + row;
        }
    }

    /** Removes an entry that may not be there. */
    record Remove(int index, byte[] key, long row) implements Step {
        @Override
        public void take(EngineModel model) {
            Index chosen = model.any(index);
            model.remove(chosen, ModelKeys.fitting(chosen, key), row);
        }

        @Override
        public String toString() {
            return "remove " + index + " " + Keys.toHex(key) + " " + row;
        }
    }

    /** Removes all rows of keys that are there, twice each. */
    record RemoveKeys(int index, int choice, int count) implements Step {
        @Override
        public void take(EngineModel model) {
            Index chosen = model.anyLone(index);
            model.batch();
            Oracle oracle = model.working().oracle(chosen);
            List<byte[]> keys = oracle.keys();
            for (int i = 0; i < Math.min(count, keys.size()); i++) {
                byte[] key = keys.get((choice + i) % keys.size());
                for (long row : List.copyOf(oracle.rows(key))) {
                    model.remove(chosen, key, row);
                    model.remove(chosen, key, row);
                }
            }
        }
    }

    /** Gives a key many rows, evenly spaced. */
    record PutRows(byte[] key, long first, int count, long stride) implements Step {
        @Override
        public void take(EngineModel model) {
            for (int i = 0; i < count; i++) {
                model.put(model.lone, key, first + i * stride);
            }
        }

        @Override
        public String toString() {
            return "put rows " + Keys.toHex(key) + " " + first + " + " + count + " * " + stride;
        }
    }

    /** Takes rows from a key that has many, in any order, until few are left. */
    record RemoveRows(int choice, int left, long seed) implements Step {
        @Override
        public void take(EngineModel model) {
            model.batch();
            Oracle oracle = model.working().oracle(model.lone);
            List<byte[]> keys = oracle.keys().stream()
                    .filter(key -> oracle.rows(key).size() > 1)
                    .toList();
            if (!keys.isEmpty()) {
                byte[] key = keys.get(choice % keys.size());
                List<Long> rows = new ArrayList<>(oracle.rows(key));
                Collections.shuffle(rows, new Random(seed));
                rows.stream().skip(left).forEach(row -> model.remove(model.lone, key, row));
            }
        }
    }

    /** Makes an inner node of a size. */
    record FanOut(int index, int node, int children, int start) implements Step {
        @Override
        public void take(EngineModel model) {
            for (int i = 0; i < children; i++) {
                model.put(model.anyLone(index), ModelKeys.branch(node, (start + i * 37) & 0xFF), 5);
            }
        }
    }

    /** Takes children from an inner node until few are left. */
    record FanIn(int index, int node, int left) implements Step {
        @Override
        public void take(EngineModel model) {
            Index chosen = model.anyLone(index);
            model.batch();
            Oracle oracle = model.working().oracle(chosen);
            List<byte[]> keys = oracle.keys().stream()
                    .filter(key -> key[0] == 4 && key[1] == node)
                    .toList();
            for (byte[] key : keys.subList(0, Math.max(0, keys.size() - left))) {
                List.copyOf(oracle.rows(key)).forEach(row -> model.remove(chosen, key, row));
            }
        }
    }

    record InsertRow(long row, byte[][] keys) implements Step {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            boolean isNew = !model.working().live.containsKey(row);
            assertThat(batch.insertRow(model.table, row, keys)).isEqualTo(isNew);
            if (isNew) {
                model.working().live.put(row, keys);
                model.working().oracle(model.byColour).put(keys[0], row);
                model.working().oracle(model.byName).put(keys[1], row);
            }
            assertThat(batch.isLive(model.table, row)).isTrue();
        }

        @Override
        public String toString() {
            return "insert row " + row + " " + Arrays.deepToString(keys);
        }
    }

    /** Updates a live row, or one that is not live. */
    record UpdateRow(int choice, long other, byte[][] keys) implements Step {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            long row = liveRow(model, choice, other);
            byte[][] old = model.working().live.get(row);
            assertThat(batch.updateRow(model.table, row, old == null ? keys : old, keys))
                    .isEqualTo(old != null);
            if (old != null) {
                model.working().live.put(row, keys);
                replaceKeys(model, row, old, keys);
            }
        }
    }

    record DeleteRow(int choice, long other, byte[][] keys) implements Step {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            long row = liveRow(model, choice, other);
            byte[][] old = model.working().live.remove(row);
            assertThat(batch.deleteRow(model.table, row, old == null ? keys : old))
                    .isEqualTo(old != null);
            if (old != null) {
                replaceKeys(model, row, old, new byte[0][]);
            }
            assertThat(batch.isLive(model.table, row)).isFalse();
        }
    }

    record Commit() implements Step {
        @Override
        public void take(EngineModel model) {
            model.commit();
        }
    }

    record Rollback() implements Step {
        @Override
        public void take(EngineModel model) {
            model.rollback();
        }
    }

    record OpenSnapshot() implements Step {
        @Override
        public void take(EngineModel model) {
            model.openSnapshot();
        }
    }

    record CloseSnapshot(int choice) implements Step {
        @Override
        public void take(EngineModel model) {
            if (!model.snapshots.isEmpty()) {
                model.closeSnapshot(choice);
            }
        }
    }

    /** Reads through one of the snapshots, by random questions. */
    record Read(int choice, long seed, byte[] key) implements Step {
        @Override
        public void take(EngineModel model) {
            if (model.snapshots.isEmpty()) {
                return;
            }
            EngineModel.Frozen frozen = model.snapshots.get(choice % model.snapshots.size());
            Questions questions = new Questions(new Random(seed), key);
            frozen.state().indexes.forEach((index, oracle) -> {
                IndexReader reader = frozen.snapshot().reader(index);
                questions.ask(reader, oracle);
            });
        }

        @Override
        public String toString() {
            return "read " + choice + " seed " + seed + " " + Keys.toHex(key);
        }
    }

    /** Reads in the batch under way. */
    record ReadBatch(int index, byte[] key, long row) implements Step {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            Index chosen = model.anyLone(index);
            Oracle oracle = model.working().oracle(chosen);
            List<byte[]> keys = new ArrayList<>(oracle.keys());
            Collections.shuffle(keys, new Random(row));
            keys = new ArrayList<>(keys.subList(0, Math.min(5, keys.size())));
            keys.add(key);
            for (byte[] each : keys) {
                var rows = oracle.rows(each);
                assertThat(batch.get(chosen, each)).isEqualTo(rows.isEmpty() ? IndexReader.ABSENT : rows.first());
                assertThat(batch.contains(chosen, each, row)).isEqualTo(rows.contains(row));
            }
        }

        @Override
        public String toString() {
            return "read batch " + index + " " + Keys.toHex(key) + " " + row;
        }
    }

    record CreateOrDropIndex(boolean isUnique) implements Step {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            Index old = model.extra;
            if (old == null) {
                Uniqueness uniqueness = isUnique ? Uniqueness.UNIQUE : Uniqueness.NOT_UNIQUE;
                model.extra = batch.createIndex("extra", null, uniqueness);
                model.working().indexes.put(Objects.requireNonNull(model.extra), new Oracle());
            } else {
                batch.drop(old);
                model.working().indexes.remove(old);
                model.extra = null;
            }
        }
    }

    private static long liveRow(EngineModel model, int choice, long other) {
        List<Long> live = List.copyOf(model.working().live.keySet());
        return live.isEmpty() || choice % 5 == 0 ? other : live.get(choice % live.size());
    }

    private static void replaceKeys(EngineModel model, long row, byte[][] old, byte[][] keys) {
        List<Index> indexes = List.of(model.byColour, model.byName);
        for (int i = 0; i < indexes.size(); i++) {
            Oracle oracle = model.working().oracle(indexes.get(i));
            oracle.remove(old[i], row);
            if (i < keys.length) {
                oracle.put(keys[i], row);
            }
        }
    }
}
