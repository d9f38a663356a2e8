package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.artindex.InvalidKeyException;
import org.junit.jupiter.api.Test;

class TemporalTest {
    private static final KeySchema SCHEMA = KeySchema.of(
            Column.asc("d", ColumnType.DATE).notNull(),
            Column.desc("t", ColumnType.TIME).notNull(),
            Column.desc("i", ColumnType.TIMESTAMP).notNull());

    @Test
    void theEndsOfDatesTimesAndInstantsComeBack() {
        for (LocalDate date : List.of(LocalDate.MIN, LocalDate.EPOCH, LocalDate.MAX)) {
            for (LocalTime time : List.of(LocalTime.MIN, LocalTime.NOON, LocalTime.MAX)) {
                for (Instant instant : List.of(Instant.MIN, Instant.EPOCH.minusNanos(1), Instant.MAX)) {
                    assertThat(SCHEMA.decode(SCHEMA.encode(date, time, instant)))
                            .containsExactly(date, time, instant);
                }
            }
        }
    }

    @Test
    void aNanosecondMakesADifferenceOnBothSidesOfTheEpoch() {
        KeySchema schema = KeySchema.of(Column.asc("i", ColumnType.TIMESTAMP));
        for (Instant instant :
                List.of(Instant.EPOCH, Instant.MIN.plusNanos(1), Instant.MAX, Instant.ofEpochSecond(-1))) {
            assertThat(Arrays.compareUnsigned(schema.encode(instant.minusNanos(1)), schema.encode(instant)))
                    .isNegative();
        }
    }

    @Test
    void zonelessTimestampsFitWhenTakenAtUtcButAreNotTakenAsTheyAre() {
        KeySchema schema = KeySchema.of(Column.asc("i", ColumnType.TIMESTAMP));
        for (LocalDateTime local : List.of(LocalDateTime.MIN, LocalDateTime.MAX)) {
            Instant instant = local.toInstant(ZoneOffset.UTC);
            assertThat(schema.decode(schema.encode(instant))).containsExactly(instant);
            assertThatThrownBy(() -> schema.encode(local)).isInstanceOf(InvalidKeyException.class);
        }
    }

    @Test
    void bytesBeyondTheRangeOfATypeAreNoKeys() {
        for (ColumnType type : List.of(ColumnType.DATE, ColumnType.TIME, ColumnType.TIMESTAMP)) {
            KeySchema schema = KeySchema.of(Column.asc("a", type).notNull());
            byte[] highest = schema.encode(GoldenVector.valuesOf(type).get(0));
            Arrays.fill(highest, (byte) 0xFF);
            assertThatThrownBy(() -> schema.decode(highest)).isInstanceOf(InvalidKeyException.class);
        }
    }

    @Test
    void uuidsAreOrderedAsTheyArePrinted() {
        KeySchema schema = KeySchema.of(Column.asc("u", ColumnType.UUID));
        UUID low = UUID.fromString("7fffffff-0000-0000-0000-000000000000");
        UUID high = UUID.fromString("80000000-0000-0000-0000-000000000000");
        assertThat(low).isGreaterThan(high);
        assertThat(Arrays.compareUnsigned(schema.encode(low), schema.encode(high)))
                .isNegative();
    }
}
