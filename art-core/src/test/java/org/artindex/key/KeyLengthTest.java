package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.artindex.KeyTooLongException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyLengthTest {
    private static final KeySchema BYTES =
            KeySchema.of(Column.asc("a", ColumnType.BYTES).notNull());
    private static final KeySchema TEXT = KeySchema.of(Column.desc("a", ColumnType.TEXT));

    @Test
    void longKeysThatDifferInTheirEndAreDistinctAndTheHighestIsTheHighest() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            byte[] value = new byte[284];
            Arrays.fill(value, (byte) 0x41);
            ByteBuffer.wrap(value).putInt(280, i);
            keys.add(BYTES.encode(value));
        }
        assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
        assertThat(Arrays.compareUnsigned(keys.get(1998), keys.get(1999))).isNegative();
    }

    @ParameterizedTest
    @ValueSource(ints = {255, 256, 32_767, 65_519, 65_535, 65_536, 65_537, 131_039})
    void aLongKeyAndItsTwinAreDistinct(int length) {
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) 0x41);
        byte[] twin = value.clone();
        twin[length - 1]++;
        assertThat(Arrays.compareUnsigned(BYTES.encode(value), BYTES.encode(twin)))
                .isNegative();
        assertThat(BYTES.decode(BYTES.encode(twin))).containsExactly(twin);
    }

    @Test
    void aKeyOfExactlyTheLimitIsTakenAndOneByteMoreIsRefused() {
        byte[] most = new byte[KeySchema.MAX_KEY_LENGTH - 1];
        Arrays.fill(most, (byte) 2);
        assertThat(BYTES.encode(most)).hasSize(KeySchema.MAX_KEY_LENGTH);
        assertTooLong(BYTES, Arrays.copyOf(most, most.length + 1), KeySchema.MAX_KEY_LENGTH + 2L);
        String text = "x".repeat(KeySchema.MAX_KEY_LENGTH - 2);
        assertThat(TEXT.encode(text)).hasSize(KeySchema.MAX_KEY_LENGTH);
        assertTooLong(TEXT, text + "x", KeySchema.MAX_KEY_LENGTH + 1L);
    }

    @Test
    void escapesAndLongCharactersCountAsEncoded() {
        assertTooLong(BYTES, new byte[65_520], 131_041);
        assertTooLong(TEXT, "\u20AC".repeat(43_680), 131_042);
        assertTooLong(BYTES, new byte[1 << 20], (1 << 21) + 1L);
    }

    @Test
    void aRefusedColumnLeavesTheBufferAsItWas() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT32), Column.asc("b", ColumnType.TEXT));
        KeyBuffer buffer = new KeyBuffer(schema).put(7);
        assertThatThrownBy(() -> buffer.put("x".repeat(200_000))).isInstanceOf(KeyTooLongException.class);
        assertThat(buffer.put("x").toBytes()).isEqualTo(schema.encode(7, "x"));
    }

    @Test
    void aBoundThatIsTooLongIsRefusedToo() {
        byte[] value = new byte[KeySchema.MAX_KEY_LENGTH];
        assertThatThrownBy(() -> BYTES.atLeast(value)).isInstanceOf(KeyTooLongException.class);
        assertThatThrownBy(() -> BYTES.startsWith(value)).isInstanceOf(KeyTooLongException.class);
    }

    @Test
    void twentySixColumnsOfMoreThanTwoHundredAndFiftyFiveBytesMakeAKey() {
        Column[] columns = IntStream.range(0, 26)
                .mapToObj(
                        i -> i % 2 == 0 ? Column.asc("c" + i, ColumnType.TEXT) : Column.desc("c" + i, ColumnType.INT64))
                .toArray(Column[]::new);
        KeySchema schema = KeySchema.of(columns);
        @Nullable
        Object[] row = IntStream.range(0, 26)
                .mapToObj(i -> i % 2 == 0 ? "column number " + i : (Object) (long) i)
                .toArray();
        byte[] key = schema.encode(row);
        assertThat(key).hasSizeGreaterThan(255);
        assertThat(schema.decode(key)).containsExactly(row);
    }

    private static void assertTooLong(KeySchema schema, Object value, long length) {
        assertThatThrownBy(() -> schema.encode(value)).isInstanceOfSatisfying(KeyTooLongException.class, e -> {
            assertThat(e.length()).isEqualTo(length);
            assertThat(e.limit()).isEqualTo(131_040);
            assertThat(e).hasMessageContaining("131040").hasMessageContaining(Long.toString(length));
        });
    }
}
