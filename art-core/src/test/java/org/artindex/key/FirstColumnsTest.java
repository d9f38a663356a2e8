package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes of a key's first columns, and whether one of them is NULL, are found without the others. */
class FirstColumnsTest {
    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("a", ColumnType.TEXT), Column.asc("b", ColumnType.INT32));

    @Property(tries = 500)
    void theBytesOfTheFirstColumnsAreTheKeyOfASchemaOfThemAlone(@ForAll("composites") Rows rows) {
        KeySchema schema = rows.schema();
        int all = schema.columns().size();
        for (@Nullable Object[] row : rows.rows()) {
            byte[] key = schema.encode(row);
            byte[] longer = Arrays.copyOf(key, key.length + 3);
            for (int count = 1; count <= all; count++) {
                KeySchema first =
                        KeySchema.of(schema.columns().subList(0, count).toArray(Column[]::new));
                byte[] firstKey = first.encode(Arrays.copyOf(row, count));
                assertThat(schema.prefixLength(longer, key.length, count)).isEqualTo(firstKey.length);
                assertThat(Arrays.copyOf(key, firstKey.length)).isEqualTo(firstKey);
                assertThat(schema.hasNull(longer, key.length, count))
                        .isEqualTo(Arrays.stream(row, 0, count).anyMatch(Objects::isNull));
            }
            assertThat(schema.hasNull(key)).isEqualTo(schema.hasNull(key, key.length, all));
        }
    }

    @Provide
    Arbitrary<Rows> composites() {
        return Rows.composites(3);
    }

    @Test
    void aNullBehindTheFirstColumnsIsNotLookedFor() {
        byte[] key = SCHEMA.encode("x", null);
        assertThat(SCHEMA.hasNull(key, key.length, 1)).isFalse();
        assertThat(SCHEMA.hasNull(key, key.length, 2)).isTrue();
    }

    @Test
    void aKeyThatEndsBeforeTheColumnIsRefused() {
        byte[] key = SCHEMA.encode("x", 7);
        assertThatThrownBy(() -> SCHEMA.prefixLength(key, 2, 1))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("key ends too early");
        assertThatThrownBy(() -> SCHEMA.prefixLength(key, key.length - 1, 2)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> SCHEMA.hasNull(key, 0, 1)).isInstanceOf(InvalidKeyException.class);
    }
}
