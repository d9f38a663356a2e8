package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple3;

/** Random lives of a store against an oracle of plain collections; see {@link StoreModel} for the steps. */
class StoreProperties {
    @Property(tries = 150)
    void anyLifeOfAStoreAgreesWithTheOracle(@ForAll("lives") List<Tuple3<StoreModel.Step, Integer, Integer>> life) {
        run(life);
    }

    @Property(tries = 5000)
    @Tag("deep")
    void anyLifeOfAStoreAgreesWithTheOracleDeep(@ForAll("lives") List<Tuple3<StoreModel.Step, Integer, Integer>> life) {
        run(life);
    }

    @Provide
    Arbitrary<List<Tuple3<StoreModel.Step, Integer, Integer>>> lives() {
        Arbitrary<Tuple3<StoreModel.Step, Integer, Integer>> step = Arbitraries.integers()
                .between(0, Integer.MAX_VALUE)
                .flatMap(value -> Arbitraries.of(StoreModel.Step.class)
                        .flatMap(kind ->
                                Arbitraries.integers().between(0, 40).map(more -> Tuple.of(kind, value, more))));
        return step.list().ofMinSize(5).ofMaxSize(60);
    }

    private static void run(List<Tuple3<StoreModel.Step, Integer, Integer>> life) {
        try (StoreModel model = new StoreModel()) {
            for (var step : life) {
                model.run(step.get1(), step.get2(), step.get3());
            }
            model.verifyAll();
        }
        assertThat(life).isNotEmpty();
    }
}
