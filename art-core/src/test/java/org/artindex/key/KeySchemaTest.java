package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;

class KeySchemaTest {
    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("a", ColumnType.INT64).notNull(), Column.desc("\u00E9", ColumnType.TEXT));

    @Property
    void aSchemaComesBackFromItsBytes(@ForAll("composites") Rows rows) {
        KeySchema read = KeySchema.fromBytes(rows.schema().toBytes());
        assertThat(read).isEqualTo(rows.schema()).hasSameHashCodeAs(rows.schema());
        assertThat(read.fingerprint()).isEqualTo(rows.schema().fingerprint());
    }

    @Test
    void thePersistedFormAndTheFingerprintNeverChange() {
        assertThat(HexFormat.of().formatHex(SCHEMA.toBytes()))
                .isEqualTo("01010002" + "050000000161" + "0a01010002c3a9");
        assertThat(Long.toHexString(SCHEMA.fingerprint())).isEqualTo("299555a16a8430af");
    }

    @Test
    void theFingerprintTellsApartNamesTypesOrdersAndNulls() {
        Column column = Column.asc("a", ColumnType.INT32);
        List<Long> fingerprints = List.of(
                        column,
                        Column.asc("b", ColumnType.INT32),
                        Column.asc("a", ColumnType.UINT32),
                        Column.desc("a", ColumnType.INT32).nullsLast(),
                        column.nullsFirst(),
                        column.notNull())
                .stream()
                .map(other -> KeySchema.of(other).fingerprint())
                .toList();
        assertThat(fingerprints).doesNotHaveDuplicates();
        Column other = Column.asc("b", ColumnType.INT32);
        assertThat(KeySchema.of(column, other).fingerprint())
                .isNotEqualTo(KeySchema.of(other, column).fingerprint());
    }

    @Test
    void codesOfTypesNeverChange() {
        assertThat(Arrays.stream(ColumnType.values()).map(type -> type + " " + type.code()))
                .containsExactly(
                        "BOOLEAN 1",
                        "INT8 2",
                        "INT16 3",
                        "INT32 4",
                        "INT64 5",
                        "UINT32 6",
                        "FLOAT 7",
                        "DOUBLE 8",
                        "DECIMAL 9",
                        "TEXT 10",
                        "BYTES 11",
                        "UUID 12",
                        "DATE 13",
                        "TIME 14",
                        "TIMESTAMP 15");
        assertThat(ColumnType.values()).allMatch(type -> ColumnType.of(type.code()) == type);
        assertThatThrownBy(() -> ColumnType.of(0)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> ColumnType.of(16)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void unknownVersionsAndFalseCountsAreRefused() {
        for (String hex : List.of(
                "",
                "01",
                "0201000105000000016" + "1",
                "01020001050000000161",
                "01010000",
                "0101ffff",
                "01010001",
                "010100010500000001",
                "0101000105000000ffff61",
                "01010001050000000161" + "00",
                "01010001050200000161",
                "01010001050003000161",
                "01010001100000000161",
                "0101000105000000" + "00",
                "01010001050000000180",
                "01010002" + "050000000161" + "050000000161")) {
            assertThatThrownBy(() -> KeySchema.fromBytes(HexFormat.of().parseHex(hex)))
                    .describedAs(hex)
                    .isInstanceOf(InvalidKeyException.class);
        }
    }

    @Test
    void aSchemaNeedsColumnsWithDifferentNamesAndNotTooMany() {
        Column column = Column.asc("a", ColumnType.INT8).notNull();
        assertThatThrownBy(() -> KeySchema.of()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeySchema.of(column, column)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Column.asc("", ColumnType.INT8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Column.asc("\uD800", ColumnType.INT8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Column.asc("x".repeat(65_536), ColumnType.INT8))
                .isInstanceOf(IllegalArgumentException.class);
        Column[] many = IntStream.range(0, KeySchema.MAX_COLUMN_COUNT + 1)
                .mapToObj(i -> Column.asc("c" + i, ColumnType.INT8))
                .toArray(Column[]::new);
        assertThatThrownBy(() -> KeySchema.of(many)).isInstanceOf(IllegalArgumentException.class);
        assertThat(KeySchema.of(Arrays.copyOf(many, KeySchema.MAX_COLUMN_COUNT)).columns())
                .hasSize(KeySchema.MAX_COLUMN_COUNT);
    }

    @Test
    void itReadsAsItsColumns() {
        assertThat(SCHEMA).hasToString("(a INT64 ASC NOT NULL, \u00E9 TEXT DESC NULLS FIRST)");
    }

    @Test
    void aKeyNeedsAValueForEveryColumnAndNoMore() {
        assertThatThrownBy(() -> SCHEMA.encode(1L)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> SCHEMA.encode(1L, "a", 2)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void changingTheArrayOfColumnsAfterwardsDoesNotChangeTheSchema() {
        Column[] columns = {Column.asc("a", ColumnType.INT8)};
        KeySchema schema = KeySchema.of(columns);
        columns[0] = Column.asc("b", ColumnType.TEXT);
        assertThat(schema).hasToString("(a INT8 ASC NULLS LAST)");
    }

    @Provide
    Arbitrary<Rows> composites() {
        return Rows.composites(1);
    }
}
