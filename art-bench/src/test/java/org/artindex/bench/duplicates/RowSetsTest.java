package org.artindex.bench.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.artindex.bench.RowSum;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowSetsTest {
    @ParameterizedTest
    @EnumSource
    void everyStructureGivesWhatTheDataSays(RowSets.Kind kind) {
        for (RowData data : new RowData[] {RowData.modulo(10, 9000), RowData.random(7, 5000)}) {
            Map<String, Double> figures = new Turn(kind, data, data.sums()).run();
            assertThat(figures).containsOnlyKeys("insert", "rows", "contains", "delete");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowTooFewIsFound(RowSets.Kind kind) {
        RowData data = RowData.modulo(10, 1000);
        Map<Long, RowSum> wrong = new HashMap<>(data.sums());
        wrong.merge(3L, new RowSum(1, 1000), RowSum::plus);
        assertThatThrownBy(() -> new Turn(kind, data, wrong).run()).hasMessageStartingWith(kind.label() + " has ");
    }
}
