package org.artindex.model;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.artindex.Index;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.support.Keys;

/**
 * Keys and row ids of the shapes that hurt. All keys are prefix-free among each other: the first byte tells the shape, and the
 * shape, with what follows, tells where the key ends.
 */
final class ModelKeys {
    static final KeySchema SCHEMA = Keys.TEXTS;

    /** Two columns that may be NULL, both of any length. */
    static final KeySchema PAIRS = KeySchema.of(
            Column.asc("a", ColumnType.TEXT), Column.desc("b", ColumnType.BYTES).nullsLast());

    /** Lengths of a shared prefix around the capacities of prefix nodes and chains of them. */
    private static final List<Integer> LENGTHS =
            List.of(1, 5, 6, 7, 8, 14, 15, 16, 22, 23, 24, 54, 55, 56, 118, 119, 120, 237, 238, 239);

    /** Inner nodes that {@link #branch} puts keys below. */
    static final int NODES = 4;

    private ModelKeys() {}

    /** A key of an index that any bytes stand for: themselves, or a pair of which the first column often repeats. */
    static byte[] fitting(Index index, byte[] bytes) {
        if (index.schema() == null) {
            return bytes;
        }
        int hash = Arrays.hashCode(bytes) & 0xFFFF;
        String first = switch (hash % 4) {
            case 0 -> hash % 3 == 0 ? null : "a".repeat(hash % 5);
            case 1 -> "a\0" + hash % 20;
            default -> "long enough for a node of its own " + hash;
        };
        return index.key(first, hash % 7 == 0 ? null : Arrays.copyOf(bytes, hash % 3));
    }

    static Arbitrary<byte[]> keys() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, words()), Tuple.of(3, numbers()), Tuple.of(4, longPrefixes()), Tuple.of(2, branches()));
    }

    /** Words over few distinct bytes that end in 00. */
    static Arbitrary<byte[]> words() {
        return Arbitraries.of((byte) 1, (byte) 2, (byte) 0x7F, (byte) 0xFF)
                .array(byte[].class)
                .ofMaxSize(6)
                .map(word -> Keys.concat(new byte[] {1}, word, new byte[1]));
    }

    /** Nine bytes over few distinct ones: trailing zeros are common. */
    static Arbitrary<byte[]> numbers() {
        return Arbitraries.of((byte) 0, (byte) 0, (byte) 1, (byte) 0x80, (byte) 0xFF)
                .array(byte[].class)
                .ofSize(8)
                .map(number -> Keys.concat(new byte[] {2}, number));
    }

    /** Long common runs of a length around a boundary, with a fork near their end and a tail of zeros or not. */
    static Arbitrary<byte[]> longPrefixes() {
        Arbitrary<Integer> lengths = Arbitraries.integers().between(0, LENGTHS.size() - 1);
        return Combinators.combine(
                        lengths,
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of((byte) 0, (byte) 1, (byte) 'p', (byte) 0xFF),
                        Arbitraries.of((byte) 0, (byte) 0, (byte) 9))
                .as((length, back, fork, tail) -> {
                    byte[] run = Keys.repeated('p', LENGTHS.get(length) + 1);
                    run[Math.max(0, run.length - 1 - back)] = fork;
                    return Keys.concat(new byte[] {3, (byte) (int) length}, run, new byte[] {tail, tail});
                });
    }

    /** Children of few inner nodes. */
    static Arbitrary<byte[]> branches() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, NODES - 1),
                        Arbitraries.integers().between(0, 255))
                .as(ModelKeys::branch);
    }

    /**
     * The key below one of four inner nodes for a key byte. Below the first nothing follows, below the second a zero, below the
     * third a tail that is longer than a node has room for, below the fourth a tail of any length, with zeros in it or not.
     */
    static byte[] branch(int node, int keyByte) {
        byte[] tail = switch (node) {
            case 0 -> new byte[0];
            case 1 -> new byte[1];
            case 2 -> Keys.repeated('t', 10);
            default -> Keys.repeated(keyByte % 5 == 0 ? 0 : 't', keyByte % 3 == 0 ? 0 : keyByte % 10);
        };
        return Keys.concat(new byte[] {4, (byte) node, (byte) keyByte}, tail);
    }

    /** Row ids of the whole range, of few windows, and small ones. */
    static Arbitrary<Long> rows() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.longs().between(0, 20)),
                Tuple.of(2, Arbitraries.longs().between(4090, 4100)),
                Tuple.of(1, Arbitraries.longs().between(0, (1L << 56) - 1)),
                Tuple.of(
                        1,
                        Arbitraries.of(
                                0L, (1L << 56) - 1, 1L << 31, 1L << 32, 36028797018960000L, 72057594037920000L)));
    }

    /** Keys of the table's two indexes. */
    static Arbitrary<byte[][]> rowKeys() {
        Arbitrary<byte[]> names =
                Arbitraries.strings().withChars("abc").ofMaxLength(3).map(Keys::text);
        Arbitrary<byte[]> colours =
                Arbitraries.of("red", "green", "greenish", "blue").map(Keys::text);
        return Combinators.combine(colours, names).as((colour, name) -> new byte[][] {colour, name});
    }
}
