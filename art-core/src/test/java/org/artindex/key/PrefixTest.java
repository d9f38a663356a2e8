package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;

class PrefixTest {
    @Property(tries = 5000)
    void aPrefixSelectsTheTextsThatBeginWithIt(@ForAll Random random) {
        KeySchema schema = schemaOf(ColumnType.TEXT, random);
        String prefix = (String) RandomValues.next(ColumnType.TEXT, random);
        KeyRange range = schema.startsWith(5, prefix);
        for (int i = 0; i < 5; i++) {
            String text = RandomValues.next(ColumnType.TEXT, random).toString();
            for (String candidate : List.of(text, prefix + text, prefix)) {
                assertThat(range.contains(schema.encode(5, candidate, false)))
                        .describedAs("%s begins with %s", candidate, prefix)
                        .isEqualTo(candidate.startsWith(prefix));
                assertThat(range.contains(schema.encode(6, candidate, false))).isFalse();
            }
        }
    }

    @Property(tries = 5000)
    void aPrefixSelectsTheBytesThatBeginWithIt(@ForAll Random random) {
        KeySchema schema = schemaOf(ColumnType.BYTES, random);
        byte[] prefix = (byte[]) RandomValues.next(ColumnType.BYTES, random);
        KeyRange range = schema.startsWith(5, prefix);
        for (int i = 0; i < 5; i++) {
            byte[] bytes = (byte[]) RandomValues.next(ColumnType.BYTES, random);
            byte[] longer = Arrays.copyOf(prefix, prefix.length + bytes.length);
            System.arraycopy(bytes, 0, longer, prefix.length, bytes.length);
            for (byte[] candidate : List.of(bytes, longer, prefix)) {
                assertThat(range.contains(schema.encode(5, candidate, true)))
                        .isEqualTo(Model.isPrefix(prefix, candidate));
            }
        }
    }

    @Test
    void aPrefixOfTwoLettersFindsEveryContinuationWithLowBytes() {
        List<String> texts = List.of("aa", "aa\0", "aa\0\0", "aa\0b", "aa\1", "aa\1\0", "aa\2", "", "\0", "\1", "ab");
        for (Column column : List.of(Column.asc("a", ColumnType.TEXT), Column.desc("a", ColumnType.TEXT))) {
            KeySchema schema = KeySchema.of(column);
            assertThat(texts)
                    .filteredOn(text -> schema.startsWith("aa").contains(schema.encode(text)))
                    .hasSize(7)
                    .allMatch(text -> text.startsWith("aa"));
        }
    }

    @Test
    void theEmptyPrefixSelectsAllButNull() {
        KeySchema schema = KeySchema.of(Column.desc("a", ColumnType.TEXT).nullsLast());
        KeyRange range = schema.startsWith("");
        assertThat(Stream.of("", "a", "\0", "\uFFFF")).allMatch(text -> range.contains(schema.encode(text)));
        assertThat(range.contains(schema.encode((Object) null))).isFalse();
    }

    @Test
    void aPrefixOfTheHighestBytesHasNoEnd() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.BYTES).notNull());
        byte[] highest = {-1, -1};
        assertThat(schema.startsWith(highest).high()).isNull();
        assertThat(schema.startsWith(highest).contains(schema.encode(new byte[] {-1, -1, -1, -1})))
                .isTrue();
        assertThat(schema.startsWith(highest).contains(schema.encode(new byte[] {-1})))
                .isFalse();
    }

    @Test
    void onlyTextAndBytesHavePrefixes() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT32), Column.asc("b", ColumnType.TEXT));
        assertThatThrownBy(() -> schema.startsWith(1)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> schema.startsWith(1, new byte[1])).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> schema.startsWith(1, null)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> schema.startsWith()).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> schema.startsWith(1, "a", "b")).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> schema.startsWith(1, "\uD800")).isInstanceOf(InvalidKeyException.class);
    }

    private static KeySchema schemaOf(ColumnType type, Random random) {
        Column asc = Column.asc("b", type);
        Column column = random.nextBoolean() ? asc : Column.desc("b", type);
        return KeySchema.of(
                Column.asc("a", ColumnType.INT8).notNull(),
                random.nextBoolean() ? column : column.notNull(),
                Column.desc("c", ColumnType.BOOLEAN));
    }
}
