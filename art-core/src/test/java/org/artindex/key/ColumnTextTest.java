package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTextTest {
    @Property(tries = 5000)
    void everyValueComesBackFromItsText(@ForAll Random random) {
        for (ColumnType type : ColumnType.values()) {
            Object value = RandomValues.next(type, random);
            assertThat(type.parse(type.format(value))).isEqualTo(value);
        }
    }

    @Test
    void textIsReadAsPeopleWriteIt() {
        assertThat(ColumnType.BOOLEAN.parse("TRUE")).isEqualTo(true);
        assertThat(ColumnType.INT16.parse("-7")).isEqualTo((short) -7);
        assertThat(ColumnType.UINT32.parse("4294967295")).isEqualTo(0xFFFF_FFFFL);
        assertThat(ColumnType.DOUBLE.parse("1e-3")).isEqualTo(0.001);
        assertThat(ColumnType.FLOAT.parse("-Infinity")).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(ColumnType.DECIMAL.parse("12.50")).isEqualTo(new BigDecimal("12.50"));
        assertThat(ColumnType.TEXT.parse("")).isEqualTo("");
        assertThat(ColumnType.BYTES.parse("00Ff")).isEqualTo(new byte[] {0, -1});
        assertThat(ColumnType.TIMESTAMP.parse("1970-01-01T00:00:00Z")).isEqualTo(Instant.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN, 1",
        "BOOLEAN, yes",
        "INT8, 128",
        "INT16, 1.0",
        "INT32, 2147483648",
        "INT64, 9223372036854775808",
        "INT64, ''",
        "INT64, ' 1'",
        "UINT32, -1",
        "UINT32, 4294967296",
        "FLOAT, 1e39",
        "FLOAT, 1f",
        "DOUBLE, 1e400",
        "DOUBLE, -1e400",
        "DOUBLE, ' 1'",
        "DOUBLE, 0x1p3",
        "DOUBLE, 1d",
        "DOUBLE, .",
        "DOUBLE, ''",
        "DECIMAL, ''",
        "DECIMAL, 1.2.3",
        "DECIMAL, NaN",
        "DECIMAL, 1E+2147483649",
        "BYTES, 0",
        "BYTES, 0g",
        "UUID, 1-1-1-1-1",
        "UUID, 001122334455-6677-8899-aabbccddeeff00",
        "DATE, 2023-02-29",
        "DATE, 2023-1-1",
        "TIME, 24:00",
        "TIMESTAMP, 2023-01-01T00:00:00",
        "TIMESTAMP, 2023-01-01"
    })
    void textThatIsNoValueIsRefusedWithItsTypeAndItself(ColumnType type, String text) {
        assertThatThrownBy(() -> type.parse(text))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining(type.name())
                .hasMessageContaining(text);
    }

    @Test
    void aValueOfAnotherTypeHasNoText() {
        for (ColumnType type : List.of(ColumnType.BOOLEAN, ColumnType.INT8, ColumnType.BYTES, ColumnType.DATE)) {
            assertThatThrownBy(() -> type.format("x")).isInstanceOf(InvalidKeyException.class);
        }
    }
}
