package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;

class UniqueKeyWithNullsTest {
    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("a", ColumnType.INT32), Column.desc("b", ColumnType.INT32));

    @Test
    void aKeyWithANullInAnyColumnIsToldFromOneWithout() {
        assertThat(SCHEMA.hasNull(SCHEMA.encode(1, null))).isTrue();
        assertThat(SCHEMA.hasNull(SCHEMA.encode(null, 1))).isTrue();
        assertThat(SCHEMA.hasNull(SCHEMA.encode(null, null))).isTrue();
        assertThat(SCHEMA.hasNull(SCHEMA.encode(1, 2))).isFalse();
    }

    @Test
    void equalRowsHaveEqualKeysEvenWithNull() {
        assertThat(SCHEMA.encode(1, null)).isEqualTo(SCHEMA.encode(1, null)).isNotEqualTo(SCHEMA.encode(null, null));
    }

    @Test
    void aNullInAColumnBehindOneOfVariableLengthIsFound() {
        KeySchema schema = KeySchema.of(
                Column.desc("t", ColumnType.TEXT),
                Column.asc("n", ColumnType.DECIMAL).notNull(),
                Column.asc("b", ColumnType.BYTES),
                Column.asc("c", ColumnType.INT8).notNull());
        Object number = new BigDecimal("-12.5");
        assertThat(schema.hasNull(schema.encode("a\0\1", number, null, 1))).isTrue();
        assertThat(schema.hasNull(schema.encode("a\0\1", number, new byte[2], 1)))
                .isFalse();
    }

    @Test
    void nullIsRefusedInAColumnWithoutIt() {
        KeySchema schema = KeySchema.of(Column.asc("id", ColumnType.INT32).notNull());
        assertThatThrownBy(() -> schema.encode((Object) null))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("id INT32 ASC NOT NULL");
        assertThat(schema.hasNull(schema.encode(1))).isFalse();
    }
}
