package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;

/** A step that changes an index if what is there permits it, or as much of it as a predicate says. */
sealed interface ConditionalStep extends Step {

    /** An index and a key of it: one that is there where there are any, or the one given, and a row of it, or the one given. */
    record Place(int index, int choice, byte[] strangeKey, long strangeRow) {
        Index index(EngineModel model) {
            model.batch();
            return model.any(index);
        }

        byte[] key(EngineModel model) {
            Index chosen = index(model);
            List<byte[]> keys = model.working().oracle(chosen).keys();
            return keys.isEmpty() || choice % 4 == 0
                    ? ModelKeys.fitting(chosen, strangeKey)
                    : keys.get(choice % keys.size());
        }

        long row(EngineModel model) {
            List<Long> rows = List.copyOf(rows(model));
            return rows.isEmpty() || choice % 5 == 0 ? strangeRow : rows.get(choice % rows.size());
        }

        TreeSet<Long> rows(EngineModel model) {
            return model.working().oracle(index(model)).rows(key(model));
        }

        @Override
        public String toString() {
            return index + " choice " + choice + " " + Keys.toHex(strangeKey) + " " + strangeRow;
        }
    }

    record PutIfAbsent(Place place) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index index = place.index(model);
            byte[] key = place.key(model);
            TreeSet<Long> rows = place.rows(model);
            long expected = rows.isEmpty() ? IndexReader.ABSENT : rows.first();
            assertThat(model.batch().putIfAbsent(index, key, place.strangeRow()))
                    .isEqualTo(expected);
            if (rows.isEmpty()) {
                model.working().oracle(index).put(key, place.strangeRow());
            }
        }
    }

    record PutUnless(Place place, int modulus) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index index = place.index(model);
            byte[] key = place.key(model);
            List<Long> rows = List.copyOf(place.rows(model));
            LongPredicate unless = row -> row % modulus == 0;
            long expected = rows.stream().filter(unless::test).findFirst().orElse(IndexReader.ABSENT);
            List<Long> asked = new ArrayList<>();
            long found =
                    model.batch().putUnless(index, key, place.strangeRow(), row -> asked.add(row) && unless.test(row));
            assertThat(found).isEqualTo(expected);
            boolean isPrevented = expected != IndexReader.ABSENT;
            assertThat(asked).isEqualTo(isPrevented ? rows.subList(0, rows.indexOf(expected) + 1) : rows);
            if (!isPrevented) {
                model.working().oracle(index).put(key, place.strangeRow());
            }
        }
    }

    record RemoveWhere(Place place, int modulus) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index index = place.index(model);
            byte[] key = place.key(model);
            List<Long> rows = List.copyOf(place.rows(model));
            List<Long> asked = new ArrayList<>();
            long removed = model.batch().remove(index, key, row -> asked.add(row) && row % modulus == 0);
            assertThat(asked).isEqualTo(rows);
            List<Long> expected =
                    rows.stream().filter(row -> row % modulus == 0).toList();
            assertThat(removed).isEqualTo(expected.size());
            expected.forEach(row -> model.working().oracle(index).remove(key, row));
        }
    }

    record Replace(Place place, long row) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index index = place.index(model);
            byte[] key = place.key(model);
            long expected = place.row(model);
            boolean isThere = place.rows(model).contains(expected);
            assertThat(model.batch().replace(index, key, expected, row)).isEqualTo(isThere);
            if (isThere) {
                model.working().oracle(index).remove(key, expected);
                model.working().oracle(index).put(key, row);
            }
        }
    }

    record Update(Place place, byte[] newKey) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index index = place.index(model);
            byte[] oldKey = place.key(model);
            byte[] fittingKey = ModelKeys.fitting(index, newKey);
            byte[] key = place.choice() % 11 == 0 ? oldKey : fittingKey;
            long row = place.row(model);
            boolean isThere = place.rows(model).contains(row);
            assertThat(model.batch().update(index, oldKey, key, row)).isEqualTo(isThere);
            if (isThere) {
                model.working().oracle(index).remove(oldKey, row);
                model.working().oracle(index).put(key, row);
            }
        }

        @Override
        public String toString() {
            return "update " + place + " to " + Keys.toHex(newKey);
        }
    }

    /** Puts entries into an index over pairs, few of which exclude each other. */
    record PutPairs(int index, byte seed, int count) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Index chosen = model.pairs.get(index % model.pairs.size());
            for (int i = 0; i < count; i++) {
                model.put(chosen, ModelKeys.fitting(chosen, new byte[] {seed, (byte) (4 * i), 2, (byte) (i % 9)}), i);
            }
        }
    }

    /** Removes entries from unique indexes until none exclude each other. */
    record Mend() implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            model.batch();
            for (Index index : List.copyOf(model.working().indexes.keySet())) {
                if (index.table() == null) {
                    for (List<Oracle.Entry> group :
                            Violations.of(index, model.working().oracle(index))) {
                        group.stream().skip(1).forEach(entry -> model.remove(index, entry.key(), entry.row()));
                    }
                }
            }
        }
    }

    record TruncateIndex(int index) implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            Batch batch = model.batch();
            Index chosen = model.any(index);
            batch.truncate(chosen);
            model.working().oracle(chosen).clear();
        }
    }

    record TruncateTable() implements ConditionalStep {
        @Override
        public void take(EngineModel model) {
            model.batch().truncate(model.table);
            model.working().live.clear();
            for (Index index : List.of(model.byColour, model.byName)) {
                model.working().oracle(index).clear();
            }
        }
    }
}
