package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MalformedKeyTest {
    @Property(tries = 20_000)
    void damagedBytesAreRefusedOrAreTheKeyOfAnotherRow(@ForAll("composites") Rows rows, @ForAll Random random) {
        KeySchema schema = rows.schema();
        byte[] key = schema.encode(rows.rows().get(0));
        assertRefusedOrExact(schema, damaged(key, random));
    }

    @Property(tries = 20_000)
    void randomBytesAreRefusedOrAreTheKeyOfARow(@ForAll("composites") Rows rows, @ForAll Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextBoolean() ? bytes[i] : (byte) (random.nextInt(6) - 2);
        }
        assertRefusedOrExact(rows.schema(), bytes);
    }

    @Property(tries = 2000)
    void everyTruncationOfAKeyIsRefused(@ForAll("composites") Rows rows) {
        byte[] key = rows.schema().encode(rows.rows().get(0));
        for (int length = 0; length < key.length; length++) {
            byte[] cut = Arrays.copyOf(key, length);
            assertThatThrownBy(() -> rows.schema().decode(cut)).isInstanceOf(InvalidKeyException.class);
        }
        byte[] longer = Arrays.copyOf(key, key.length + 1);
        assertThatThrownBy(() -> rows.schema().decode(longer)).isInstanceOf(InvalidKeyException.class);
    }

    @Property(tries = 20_000)
    void aDamagedSchemaIsRefusedOrIsAnotherSchema(@ForAll("composites") Rows rows, @ForAll Random random) {
        byte[] bytes = damaged(rows.schema().toBytes(), random);
        try {
            assertThat(KeySchema.fromBytes(bytes).toBytes()).isEqualTo(bytes);
        } catch (InvalidKeyException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    @Test
    void bytesLongerThanAnyKeyAreRefused() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.BYTES).notNull());
        byte[] bytes = new byte[KeySchema.MAX_KEY_LENGTH + 1];
        Arrays.fill(bytes, 0, bytes.length - 1, (byte) 0x41);
        assertThatThrownBy(() -> schema.decode(bytes)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void theMessageNamesTheColumnAndThePlace() {
        KeySchema schema = KeySchema.of(Column.asc("flag", ColumnType.BOOLEAN).notNull());
        assertThatThrownBy(() -> schema.decode(new byte[] {7}))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("flag BOOLEAN")
                .hasMessageContaining("boolean byte 7");
    }

    @Provide
    Arbitrary<Rows> composites() {
        return Rows.composites(1);
    }

    private static void assertRefusedOrExact(KeySchema schema, byte[] bytes) {
        try {
            schema.hasNull(bytes);
        } catch (InvalidKeyException e) {
            assertThat(e).hasMessageContaining("column");
        }
        int count = 1 + bytes.length % schema.columns().size();
        try {
            schema.hasNull(bytes, bytes.length, count);
            assertThat(schema.prefixLength(bytes, bytes.length, count)).isLessThanOrEqualTo(bytes.length);
        } catch (InvalidKeyException e) {
            assertThat(e).hasMessageContaining("column");
        }
        @Nullable Object[] decoded;
        try {
            decoded = schema.decode(bytes);
        } catch (InvalidKeyException e) {
            return;
        }
        assertThat(schema.encode(decoded)).isEqualTo(bytes);
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] damaged = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(3) - 1));
        for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return damaged;
    }
}
