package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextAndBytesTest {
    private static final List<String> LOW = List.of(
            "",
            "\0",
            "\1",
            "aa",
            "aa\0",
            "aa\0\0",
            "aa\0b",
            "aa\1",
            "aa\1\0",
            "aa\2",
            "hello",
            "hello\0",
            "hello\0\0",
            "hello\0\0\0");

    @Test
    void zerosAndOnesNeitherCollideWithTheTerminatorNorWithTheEscape() {
        for (ColumnType type : List.of(ColumnType.TEXT, ColumnType.BYTES)) {
            for (Column column : List.of(Column.asc("a", type), Column.desc("a", type))) {
                KeySchema alone = KeySchema.of(column.notNull());
                KeySchema first =
                        KeySchema.of(column, Column.asc("b", ColumnType.BYTES).notNull());
                for (String a : LOW) {
                    for (String b : LOW) {
                        int expected = a.compareTo(b) * (column.order() == Column.Order.DESC ? -1 : 1);
                        assertOrder(expected, alone.encode(value(type, a)), alone.encode(value(type, b)));
                        byte[] low = {0};
                        byte[] high = {-1, -1};
                        assertOrder(
                                a.equals(b) ? -1 : expected,
                                first.encode(value(type, a), low),
                                first.encode(value(type, b), high));
                    }
                }
            }
        }
    }

    @Test
    void textIsOrderedByCodePointNotByUtf16Unit() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.TEXT));
        assertThat("\uFFFF").isGreaterThan("\uD83D\uDE00");
        assertOrder(-1, schema.encode("\uFFFF"), schema.encode("\uD83D\uDE00"));
    }

    @Test
    void theLastAscendingTextEndsInTheZeroThatTheTreeKeepsForFree() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.TEXT).notNull());
        assertThat(schema.encode("Aé")).containsExactly('A', 0xC3, 0xA9, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "\uDC00", "a\uD800b", "\uDC00\uD800", "ok\uD83D\uDE00\uD83D"})
    void aLoneSurrogateIsRefused(String text) {
        for (Column column : List.of(Column.asc("title", ColumnType.TEXT), Column.desc("title", ColumnType.TEXT))) {
            KeySchema schema = KeySchema.of(column);
            assertThatThrownBy(() -> schema.encode(text))
                    .isInstanceOf(InvalidKeyException.class)
                    .hasMessageContaining("title")
                    .hasMessageContaining("lone surrogate");
        }
        assertThatThrownBy(() -> ColumnType.TEXT.parse(text)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void bytesThatAreNotUtf8AreNoTextKey() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.TEXT).notNull());
        Stream.of(
                        new byte[] {(byte) 0x80, 0},
                        new byte[] {(byte) 0xC3, 0},
                        new byte[] {(byte) 0xC0, (byte) 0x80, 0},
                        new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, 0},
                        new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80, 0})
                .forEach(key -> assertThatThrownBy(() -> schema.decode(key)).isInstanceOf(InvalidKeyException.class));
    }

    @Test
    void bytesAtLeastOneHoldWhatFollows() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.BYTES));
        KeyRange range = schema.atLeast(new byte[] {1});
        assertThat(Stream.of("", "\0", "\1", "\0\1", "\1\0", "\1\1", "\0\0"))
                .filteredOn(text -> range.contains(schema.encode(value(ColumnType.BYTES, text))))
                .containsExactly("\1", "\1\0", "\1\1");
    }

    private static void assertOrder(int expected, byte[] a, byte[] b) {
        assertThat(Integer.signum(Arrays.compareUnsigned(a, b))).isEqualTo(Integer.signum(expected));
        if (expected != 0) {
            assertThat(Model.isPrefix(a, b) || Model.isPrefix(b, a)).isFalse();
        }
    }

    private static Object value(ColumnType type, String text) {
        return type == ColumnType.TEXT ? text : text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
