package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyBufferTest {
    private static final KeySchema SCHEMA = KeySchema.of(
            Column.asc("a", ColumnType.INT64).notNull(),
            Column.desc("b", ColumnType.DOUBLE),
            Column.asc("c", ColumnType.FLOAT),
            Column.asc("d", ColumnType.TEXT));

    @Property(tries = 2000)
    void usedAgainItEncodesAsAFreshOne(@ForAll("manyRows") Rows many) {
        KeyBuffer buffer = new KeyBuffer(many.schema());
        for (@Nullable Object[] row : many.rows()) {
            buffer.clear().putAll(row);
            assertThat(buffer.toBytes()).isEqualTo(many.schema().encode(row));
            assertThat(Arrays.copyOf(buffer.bytes(), buffer.length())).isEqualTo(buffer.toBytes());
        }
    }

    @Test
    void primitivesAreEncodedAsTheirBoxes() {
        KeyBuffer buffer = new KeyBuffer(SCHEMA).putLong(-5).putDouble(1.5).putDouble(Double.NaN);
        assertThat(buffer.columnCount()).isEqualTo(3);
        assertThat(buffer.isComplete()).isFalse();
        assertThat(buffer.putNull().isComplete()).isTrue();
        assertThat(buffer.toBytes()).isEqualTo(SCHEMA.encode(-5L, 1.5, Float.NaN, null));
    }

    @Test
    void aRefusedValueLeavesTheKeyAsItWas() {
        KeyBuffer buffer = new KeyBuffer(SCHEMA).putLong(1);
        assertThatThrownBy(() -> buffer.putLong(2)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> buffer.put("x")).isInstanceOf(InvalidKeyException.class);
        buffer.putDouble(2);
        assertThatThrownBy(() -> buffer.putDouble(0.1)).isInstanceOf(InvalidKeyException.class);
        buffer.putDouble(0.5);
        assertThatThrownBy(() -> buffer.put("\uDC00")).isInstanceOf(InvalidKeyException.class);
        buffer.put("x");
        assertThatThrownBy(() -> buffer.put("more")).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(buffer::putNull).isInstanceOf(InvalidKeyException.class);
        assertThat(buffer.toBytes()).isEqualTo(SCHEMA.encode(1, 2.0, 0.5f, "x"));
        assertThatThrownBy(() -> new KeyBuffer(SCHEMA).putNull()).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> new KeyBuffer(SCHEMA).putDouble(1)).isInstanceOf(InvalidKeyException.class);
    }

    @Provide
    Arbitrary<Rows> manyRows() {
        return Rows.composites(6);
    }
}
