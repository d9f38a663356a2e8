package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("price", ColumnType.DECIMAL).notNull());

    @Property(tries = 5000)
    void trailingZerosMakeNoDifference(@ForAll Random random) {
        BigDecimal value = (BigDecimal) RandomValues.next(ColumnType.DECIMAL, random);
        int zeros = random.nextInt(30);
        BigInteger scaled = value.unscaledValue().multiply(BigInteger.TEN.pow(zeros));
        if (value.scale() < Integer.MAX_VALUE - zeros) {
            BigDecimal same = new BigDecimal(scaled, value.scale() + zeros);
            assertThat(SCHEMA.encode(same)).isEqualTo(SCHEMA.encode(value));
            assertThat(decoded(SCHEMA.encode(same))).isEqualTo(Model.canonical(value));
        }
    }

    @Property(tries = 2000)
    void neighboursInTheLastDigitAreOrdered(@ForAll Random random) {
        BigInteger digits = new BigInteger(random.nextInt(300), random);
        int scale = random.nextInt(200) - 100;
        BigDecimal value = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
        BigDecimal next = new BigDecimal(value.unscaledValue().add(BigInteger.ONE), scale);
        assertThat(Arrays.compareUnsigned(SCHEMA.encode(value), SCHEMA.encode(next)))
                .isNegative();
    }

    @Test
    void oneWithAndWithoutDecimalsIsOneKey() {
        assertThat(SCHEMA.encode(new BigDecimal("1.0")))
                .isEqualTo(SCHEMA.encode(new BigDecimal("1.00")))
                .isEqualTo(SCHEMA.encode(BigDecimal.ONE))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.00", "0E+2147483647", "0E-2147483647", "-0"})
    void zeroIsOneKeyWhateverItsScale(String zero) {
        assertThat(SCHEMA.encode(new BigDecimal(zero))).containsExactly(0x80);
        assertThat(decoded(SCHEMA.encode(new BigDecimal(zero)))).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void scalesAtBothEndsAreOrderedAndComeBack() {
        List<BigDecimal> ascending = List.of(
                new BigDecimal(BigInteger.valueOf(-99), Integer.MIN_VALUE),
                new BigDecimal(BigInteger.valueOf(-1), Integer.MIN_VALUE),
                new BigDecimal(BigInteger.valueOf(-1), Integer.MIN_VALUE + 1),
                new BigDecimal(BigInteger.valueOf(-11), Integer.MAX_VALUE),
                new BigDecimal(BigInteger.valueOf(-1), Integer.MAX_VALUE),
                BigDecimal.ZERO,
                new BigDecimal(BigInteger.valueOf(1), Integer.MAX_VALUE),
                new BigDecimal(BigInteger.valueOf(2), Integer.MAX_VALUE),
                new BigDecimal(BigInteger.valueOf(1), Integer.MAX_VALUE - 1),
                new BigDecimal(BigInteger.valueOf(1), Integer.MIN_VALUE + 1),
                new BigDecimal(BigInteger.valueOf(1), Integer.MIN_VALUE),
                new BigDecimal(BigInteger.valueOf(12), Integer.MIN_VALUE),
                new BigDecimal(BigInteger.valueOf(123_456_789), Integer.MIN_VALUE));
        assertThat(ascending.stream().map(SCHEMA::encode).toList()).isSortedAccordingTo(Arrays::compareUnsigned);
        assertThat(ascending)
                .allSatisfy(value -> assertThat(decoded(SCHEMA.encode(value))).isEqualTo(value));
    }

    @Test
    void aNumberWithoutStrippedFormIsRefused() {
        BigDecimal tooLarge = new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE);
        assertThatThrownBy(() -> SCHEMA.encode(tooLarge))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("price");
    }

    @Test
    void manyDigitsFitUpToTheLimitOfAKey() {
        BigDecimal most = new BigDecimal(
                BigInteger.TEN.pow(2 * (KeySchema.MAX_KEY_LENGTH - 1)).subtract(BigInteger.ONE));
        assertThat(SCHEMA.encode(most.scaleByPowerOfTen(-most.precision()))).hasSize(KeySchema.MAX_KEY_LENGTH);
        assertThat(decoded(SCHEMA.encode(most.scaleByPowerOfTen(-most.precision()))))
                .isEqualTo(most.scaleByPowerOfTen(-most.precision()));
        assertThatThrownBy(() -> SCHEMA.encode(most)).isInstanceOf(KeyTooLongException.class);
        assertThat(SCHEMA.encode(new BigDecimal(BigInteger.TEN.pow(300_000)))).hasSize(6);
    }

    @Test
    void aNumberFarBeyondTheLimitIsRefusedBeforeItsDigitsAreComputed() {
        BigDecimal vast = new BigDecimal(BigInteger.ONE.shiftLeft(100_000_000).add(BigInteger.ONE));
        assertThatThrownBy(() -> SCHEMA.encode(vast)).isInstanceOf(KeyTooLongException.class);
        BigDecimal power = new BigDecimal(BigInteger.ONE.shiftLeft(100_000_000));
        assertThatThrownBy(() -> SCHEMA.encode(power)).isInstanceOf(KeyTooLongException.class);
    }

    @Test
    void aTextOfFarTooManyDigitsIsRefusedBeforeItIsParsed() {
        String nines = "9".repeat(10_000_000);
        assertThatThrownBy(() -> ColumnType.DECIMAL.parse(nines)).isInstanceOf(InvalidKeyException.class);
    }

    private static BigDecimal decoded(byte[] key) {
        return (BigDecimal) Objects.requireNonNull(SCHEMA.decode(key)[0]);
    }
}
