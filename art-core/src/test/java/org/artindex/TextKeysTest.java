package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text and bytes as keys: zeros, shared prefixes and their boundaries, long keys. */
class TextKeysTest {
    private static final KeySchema BYTES =
            KeySchema.of(Column.asc("b", ColumnType.BYTES).notNull());

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void boundsBetweenKeysFindTheNextKey() {
        Index index = texts("abc", "def", "abcd");
        assertThat(found(index, Keys.TEXTS.greaterThan("abce"))).containsExactly("def");
        assertThat(found(index, Keys.TEXTS.greaterThan("z"))).isEmpty();
        assertThat(found(index, Keys.TEXTS.lessThan("abcd"))).containsExactly("abc");
    }

    @Test
    void helloWithZeroToThreeNulsAreFourKeysAndARepeatConflicts() {
        Index index = texts("hello", "hello\0", "hello\0\0", "hello\0\0\0");
        assertThat(found(index, KeyRange.all())).hasSize(4);
        for (int nuls = 0; nuls < 4; nuls++) {
            String repeat = "hello" + "\0".repeat(nuls);
            Batch batch = db.begin();
            batch.put(index, index.key(repeat), 99);
            assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        }
        assertThat(found(index, Keys.TEXTS.startsWith("hello"))).hasSize(4);
    }

    @Test
    void bytesFromOneOnLeaveOutThoseBelow() {
        Index index = db.index("bytes", BYTES, Uniqueness.UNIQUE);
        List<byte[]> all = Stream.of("", "00", "01", "0001", "0100", "0101", "0000")
                .map(Keys::hex)
                .toList();
        db.change(batch -> all.forEach(bytes -> batch.put(index, index.key((Object) bytes), all.indexOf(bytes))));
        assertThat(db.rows(index, BYTES.atLeast((Object) Keys.hex("01"))).stream()
                        .map(row -> Keys.toHex(all.get((int) (long) row))))
                .containsExactly("01", "0100", "0101");
    }

    @Test
    void zerosAndOnesInTextKeepUnsignedOrderAloneAndInFrontOfAnotherColumn() {
        List<String> words = List.of("", "\0", "\1", "aa", "aa\0", "aa\0\0", "aa\0b", "aa\1", "aa\1\0", "aa\2");
        Index index = texts(words.toArray(new String[0]));
        assertThat(found(index, KeyRange.all())).isEqualTo(words);
        assertThat(found(index, Keys.TEXTS.startsWith("aa"))).hasSize(7);

        KeySchema composite =
                KeySchema.of(Column.asc("t", ColumnType.TEXT).notNull(), Column.desc("n", ColumnType.INT32));
        Index pairs = db.index("pairs", composite, Uniqueness.UNIQUE);
        List<String> shuffled = new ArrayList<>(words);
        Collections.shuffle(shuffled, new Random(2));
        db.change(batch -> shuffled.forEach(word -> {
            batch.put(pairs, pairs.key(word, 1), 2L * words.indexOf(word) + 1);
            batch.put(pairs, pairs.key(word, 2), 2L * words.indexOf(word));
        }));
        assertThat(db.rows(pairs, KeyRange.all()))
                .isEqualTo(IntStream.range(0, 2 * words.size())
                        .mapToObj(i -> (long) i)
                        .toList());
        assertThat(db.count(pairs, composite.startsWith("aa"))).isEqualTo(14);
    }

    @Test
    void twoKeysOf15CharactersThatDifferInTheLastComeAndGo() {
        Index index = texts("123456789012345", "123456789012346");
        db.verify();
        for (String key : List.of("123456789012345", "123456789012346")) {
            db.change(batch -> assertThat(batch.remove(index, index.key(key), key.equals("123456789012345") ? 0 : 1))
                    .isTrue());
            db.verify();
        }
        assertThat(db.space().usedBytes()).isZero();
    }

    @Test
    void aKeyThatDiffersFromOneOf43CharactersAtByteNineSplitsItsPrefix() {
        String first = "abcdefgh-ijklmnopqrstuvwxyz-0123456789-abcd";
        String second = "abcdefgh+ijklmnopqrstuvwxyz-0123456789-abcd";
        Index index = texts(first);
        db.change(batch -> batch.put(index, index.key(second), 1));
        db.verify();
        assertThat(found(index, KeyRange.all())).containsExactly(second, first);
        assertThat(found(index, Keys.TEXTS.startsWith("abcdefgh"))).hasSize(2);
        assertThat(found(index, Keys.TEXTS.startsWith("abcdefgh-"))).containsExactly(first);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 7, 8, 15, 16, 23, 24, 40, 55, 56, 118, 119, 120, 237, 238, 239, 1000})
    void aMismatchAnywhereInALongSharedPrefixIsSeen(int length) {
        byte[] shared = Keys.repeated('P', length);
        Index index = db.index("prefixes", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        for (char last : "ab".toCharArray()) {
            byte[] key = Keys.concat(shared, new byte[] {(byte) last});
            oracle.put(key, last);
            db.change(batch -> batch.put(index, key, last));
        }
        for (int at : positions(length)) {
            byte[] changed = Keys.changedAt(shared, at);
            byte[] key = Keys.concat(changed, new byte[] {'a'});
            try (Snapshot snapshot = db.snapshot()) {
                IndexReader reader = snapshot.reader(index);
                assertThat(reader.get(key)).isEqualTo(IndexReader.ABSENT);
                assertThat(reader.count(KeyRange.prefix(changed))).isZero();
                assertThat(reader.cursor(KeyRange.prefix(Arrays.copyOf(changed, at + 1)))
                                .next())
                        .isFalse();
            }
            db.change(batch -> assertThat(batch.remove(index, key, 'a')).isFalse());
            oracle.put(key, at);
            db.change(batch -> assertThat(batch.put(index, key, at)).isTrue());
            db.verify();
        }
    }

    /** Alone a key hangs from the root, beside one that is nearly as long from a node with tails, beside short ones from a node without. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 10, 15, 16, 17, 24, 120, 128, 300})
    void aKeyIsToldFromItsBeginningsFromLongerOnesAndFromThoseThatDifferInOneByte(int length) {
        byte[] key = Keys.repeated('k', length);
        List<byte[]> others = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            others.add(Keys.changedAt(key, at));
            others.add(Arrays.copyOf(key, at));
        }
        others.add(Arrays.copyOf(key, length + 1));
        others.add(Keys.repeated('k', length + 1));
        byte[][] asked = others.toArray(new byte[0][]);
        byte[] fork = key.clone();
        fork[Math.max(0, length - 5)] = 'n';
        List<List<byte[]>> neighbours = List.of(
                List.of(),
                List.of(fork),
                Stream.of("01", "02", "03").map(Keys::hex).toList(),
                List.of(fork, Keys.repeated('p', length), Keys.hex("01")));
        for (List<byte[]> some : neighbours) {
            Index index = db.index("beside " + neighbours.indexOf(some), Uniqueness.NOT_UNIQUE);
            Oracle oracle = db.expect(index, new Oracle());
            db.change(batch -> Stream.concat(Stream.of(key), some.stream()).forEach(each -> {
                oracle.put(each, 5);
                batch.put(index, each, 5);
            }));
            try (Snapshot snapshot = db.snapshot()) {
                IndexReader reader = snapshot.reader(index);
                for (byte[] other : asked) {
                    assertThat(reader.get(other)).as(Keys.toHex(other)).isEqualTo(IndexReader.ABSENT);
                    assertThat(reader.get(Keys.concat(other, Keys.text("more")), other.length))
                            .as(Keys.toHex(other))
                            .isEqualTo(IndexReader.ABSENT);
                }
                assertThat(reader.getAll(asked, asked.length, new long[asked.length]))
                        .isZero();
            }
            db.change(batch -> others.forEach(
                    other -> assertThat(batch.remove(index, other, 5)).isFalse()));
        }
    }

    @Test
    void aUniqueCompositeOf26ColumnsAndMoreThan255BytesTellsKeysApart() {
        Column[] columns = IntStream.range(0, 26)
                .mapToObj(i -> i % 2 == 0
                        ? Column.asc("c" + i, ColumnType.TEXT)
                        : Column.desc("c" + i, ColumnType.INT64).notNull())
                .toArray(Column[]::new);
        KeySchema schema = KeySchema.of(columns);
        Index index = db.index("wide", schema, Uniqueness.UNIQUE);
        Object[] values = IntStream.range(0, 26)
                .mapToObj(i -> i % 2 == 0 ? (Object) ("column number " + i) : (Object) (long) i)
                .toArray();
        byte[] first = index.key(values);
        assertThat(first.length).isGreaterThan(255);
        db.change(batch -> batch.put(index, first, 1));
        for (int i = 0; i < 26; i++) {
            Object[] other = values.clone();
            other[i] = i % 2 == 0 ? "column number " + i + "\0" : (Object) (-1L - i);
            int row = 100 + i;
            db.change(
                    batch -> assertThat(batch.put(index, index.key(other), row)).isTrue());
        }
        db.verify();
        Batch batch = db.begin();
        batch.put(index, index.key(values), 2);
        assertThatThrownBy(batch::commit)
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("column number 24");
        assertThat(db.get(index, first)).isEqualTo(1);
    }

    @Test
    void twoThousandKeysOf280EqualBytesAndACounterKeepTheirMaximum() {
        Index index = db.index("long", Uniqueness.UNIQUE);
        db.change(batch -> {
            for (long n = 0; n < 2000; n++) {
                batch.put(index, Keys.concat(Keys.repeated('x', 280), Keys.of(n)), n);
            }
        });
        try (Snapshot snapshot = db.snapshot()) {
            Cursor last = snapshot.reader(index).cursor(KeyRange.all(), Direction.DESCENDING);
            assertThat(last.next()).isTrue();
            assertThat(last.row()).isEqualTo(1999);
        }
    }

    @Test
    void keysOfAllLengthsUpToTheLimitAndTheirTwinsAreDistinct() {
        Index index = db.index("long", Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        int[] lengths = {255, 256, 32_767, 65_535, 65_536, 65_537, KeySchema.MAX_KEY_LENGTH};
        db.change(batch -> {
            for (int i = 0; i < lengths.length; i++) {
                byte[] key = Keys.repeated('k', lengths[i]);
                key[0] = (byte) i;
                byte[] twin = Keys.changedAt(key, key.length - 1);
                for (byte[] each : List.of(key, twin)) {
                    assertThat(batch.put(index, each, lengths[i])).isEqualTo(oracle.put(each, lengths[i]));
                }
            }
        });
        db.verify();
    }

    @ParameterizedTest
    @ValueSource(ints = {KeySchema.MAX_KEY_LENGTH + 1, 1 << 20})
    void aKeyOverTheLimitIsRefusedBeforeAnythingChanges(int length) {
        Index index = texts("before");
        byte[] tooLong = Keys.repeated('k', length);
        try (Batch batch = db.begin()) {
            batch.put(index, index.key("in the batch"), 1);
            assertThatThrownBy(() -> batch.put(index, tooLong, 2))
                    .isInstanceOf(KeyTooLongException.class)
                    .hasMessageContaining(Integer.toString(length));
            batch.put(index, index.key("later in the batch"), 3);
            batch.commit();
        }
        assertThat(found(index, KeyRange.all())).containsExactly("before", "in the batch", "later in the batch");
    }

    private static List<Integer> positions(int length) {
        return Stream.of(0, length / 2, 11, 20, 30, 39, length - 2, length - 1)
                .filter(at -> at >= 0 && at < length)
                .distinct()
                .toList();
    }

    /** A unique index of texts whose rows are their places in the list. */
    private Index texts(String... texts) {
        Index index = db.index("texts", Keys.TEXTS, Uniqueness.UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < texts.length; i++) {
                assertThat(batch.put(index, index.key(texts[i]), i)).isTrue();
            }
        });
        return index;
    }

    private List<String> found(Index index, KeyRange range) {
        return db.entries(index, range).stream()
                .map(entry -> (String) Keys.TEXTS.decode(entry.key())[0])
                .toList();
    }
}
