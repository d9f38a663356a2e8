package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
    private static final List<String> KEYS =
            List.of("", "00", "0000", "0001", "01", "0100", "0101", "7f", "80", "fe", "feff", "ff", "ff00", "ffff");

    @Test
    void boundsCompareUnsignedAndIncludeOrExcludeExactlyTheirKey() {
        for (byte[] bound : keys()) {
            for (byte[] key : keys()) {
                int compared = Arrays.compareUnsigned(key, bound);
                assertThat(KeyRange.exactly(bound).contains(key)).isEqualTo(compared == 0);
                assertThat(KeyRange.atLeast(bound).contains(key)).isEqualTo(compared >= 0);
                assertThat(KeyRange.greaterThan(bound).contains(key)).isEqualTo(compared > 0);
                assertThat(KeyRange.atMost(bound).contains(key)).isEqualTo(compared <= 0);
                assertThat(KeyRange.lessThan(bound).contains(key)).isEqualTo(compared < 0);
                assertThat(KeyRange.prefix(bound).contains(key)).isEqualTo(Model.isPrefix(bound, key));
            }
        }
    }

    @Test
    void betweenAndIntersectHoldWhatBothSidesHold() {
        for (byte[] low : keys()) {
            for (byte[] high : keys()) {
                KeyRange open = KeyRange.greaterThan(low).intersect(KeyRange.lessThan(high));
                for (byte[] key : keys()) {
                    boolean above = Arrays.compareUnsigned(key, low) > 0;
                    boolean below = Arrays.compareUnsigned(key, high) < 0;
                    assertThat(open.contains(key)).isEqualTo(above && below);
                    assertThat(KeyRange.between(low, high).contains(key))
                            .isEqualTo((above || Arrays.equals(key, low)) && (below || Arrays.equals(key, high)));
                }
            }
        }
    }

    @Property
    void aPrefixSelectsTheKeysThatBeginWithIt(@ForAll Random random) {
        byte[] prefix = ends(random);
        for (int i = 0; i < 20; i++) {
            byte[] tail = ends(random);
            byte[] longer = Arrays.copyOf(prefix, prefix.length + tail.length);
            System.arraycopy(tail, 0, longer, prefix.length, tail.length);
            assertThat(KeyRange.prefix(prefix).contains(longer)).isTrue();
            assertThat(KeyRange.prefix(prefix).contains(tail)).isEqualTo(Model.isPrefix(prefix, tail));
        }
    }

    @Test
    void theEndOfAPrefixDropsTrailingHighestBytes() {
        assertThat(KeyRange.prefix(bytes("61ffff"))).hasToString("[61ffff, 62)");
        assertThat(KeyRange.prefix(bytes("ffff"))).hasToString("[ffff, end)");
        assertThat(KeyRange.prefix(bytes(""))).isEqualTo(KeyRange.all());
        assertThat(KeyRange.prefix(bytes("61")).contains(bytes("61ffffff"))).isTrue();
    }

    @Test
    void lowAboveHighIsTheOneEmptyRange() {
        assertThat(KeyRange.between(bytes("80"), bytes("7f"))).isEqualTo(KeyRange.empty());
        assertThat(KeyRange.between(bytes("80"), bytes("7f")).isEmpty()).isTrue();
        assertThat(KeyRange.lessThan(bytes(""))).isEqualTo(KeyRange.empty());
        assertThat(KeyRange.all().isEmpty()).isFalse();
        assertThat(KeyRange.exactly(bytes("")).isEmpty()).isFalse();
        assertThat(KeyRange.empty().intersect(KeyRange.all())).isEqualTo(KeyRange.empty());
        assertThat(KeyRange.all().intersect(KeyRange.empty())).isEqualTo(KeyRange.empty());
        assertThat(KEYS).noneMatch(key -> KeyRange.empty().contains(bytes(key)));
    }

    @Test
    void aSingleKeyIsToldFromOtherRanges() {
        assertThat(keys()).allMatch(key -> KeyRange.exactly(key).isSingleKey());
        assertThat(Stream.of(
                        KeyRange.all(),
                        KeyRange.empty(),
                        KeyRange.prefix(bytes("61")),
                        KeyRange.between(bytes("61"), bytes("62")),
                        KeyRange.atLeast(bytes("61")),
                        KeyRange.lessThan(bytes("61"))))
                .noneMatch(KeyRange::isSingleKey);
    }

    @Test
    void rangesAreEqualByContent() {
        assertThat(KeyRange.between(bytes("61"), bytes("62")))
                .isEqualTo(KeyRange.atLeast(bytes("61")).intersect(KeyRange.atMost(bytes("62"))))
                .hasSameHashCodeAs(KeyRange.between(bytes("61"), bytes("62")))
                .isNotEqualTo(KeyRange.between(bytes("61"), bytes("63")));
    }

    @Test
    void changingAnArrayAfterwardsDoesNotChangeTheRange() {
        byte[] key = bytes("61");
        List<KeyRange> ranges = List.of(
                KeyRange.exactly(key),
                KeyRange.atLeast(key),
                KeyRange.greaterThan(key),
                KeyRange.atMost(key),
                KeyRange.lessThan(key),
                KeyRange.between(key, key),
                KeyRange.prefix(key));
        String before = ranges.toString();
        key[0] = 0;
        assertThat(ranges).hasToString(before);
    }

    private static byte[] ends(Random random) {
        byte[] bytes = new byte[random.nextInt(4)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(4) - 2);
        }
        return bytes;
    }

    private static List<byte[]> keys() {
        return KEYS.stream().map(KeyRangeTest::bytes).toList();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
