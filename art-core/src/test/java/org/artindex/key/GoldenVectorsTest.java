package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GoldenVectorsTest {
    @Test
    void everyRowHasTheKeyThatIsWrittenDown() {
        for (GoldenVector vector : GoldenVector.all()) {
            assertThat(HexFormat.of().formatHex(vector.schema().encode(vector.valueArray())))
                    .describedAs("%s", vector)
                    .isEqualTo(vector.hex());
        }
    }

    @Test
    void everyKeyThatIsWrittenDownHasItsRow() {
        for (GoldenVector vector : GoldenVector.all()) {
            byte[] key = HexFormat.of().parseHex(vector.hex());
            assertThat(Model.canonicalRow(vector.schema().decode(key)))
                    .describedAs("%s", vector)
                    .isEqualTo(Model.canonicalRow(vector.valueArray()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theKeysOfEveryTypeAreWrittenDownInAscendingOrder(ColumnType type) {
        KeySchema schema = KeySchema.of(Column.asc("c0", type).notNull());
        List<byte[]> keys =
                GoldenVector.valuesOf(type).stream().map(schema::encode).toList();
        assertThat(keys).hasSizeGreaterThan(1).isSortedAccordingTo(Arrays::compareUnsigned);
    }
}
