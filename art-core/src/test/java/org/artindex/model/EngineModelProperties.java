package org.artindex.model;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Whatever is done to an engine, it and all its snapshots hold what the model says. */
class EngineModelProperties {
    private static final int ROUND_SIZES = 12;

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void theEngineAndItsSnapshotsEqualTheModel(@ForAll("scripts") List<Step> script) {
        play(script);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void keysWithManyRowsEqualTheModel(@ForAll("scriptsOfManyRows") List<Step> script) {
        play(script);
    }

    @Tag("deep")
    @Property(tries = 60_000, edgeCases = EdgeCasesMode.NONE)
    void theEngineAndItsSnapshotsEqualTheModelForLong(@ForAll("scripts") List<Step> script) {
        play(script);
    }

    @Tag("deep")
    @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void keysWithManyRowsEqualTheModelForLong(@ForAll("scriptsOfManyRows") List<Step> script) {
        play(script);
    }

    private static void play(List<Step> script) {
        EngineModel model = new EngineModel();
        try {
            script.forEach(step -> step.take(model));
            model.close();
        } catch (Throwable failure) {
            model.abandon();
            throw failure;
        }
    }

    @Provide
    Arbitrary<List<Step>> scripts() {
        return Arbitraries.frequencyOf(
                        Tuple.of(12, puts()),
                        Tuple.of(4, removes()),
                        Tuple.of(3, removedKeys()),
                        Tuple.of(2, fanOuts()),
                        Tuple.of(3, fanIns()),
                        Tuple.of(1, manyRows(ROUND_SIZES)),
                        Tuple.of(2, fewerRows()),
                        Tuple.of(8, rowChanges()),
                        Tuple.of(12, conditionalSteps()),
                        Tuple.of(3, puttingPairs()),
                        Tuple.of(1, Arbitraries.just(new ConditionalStep.Mend())),
                        Tuple.of(1, truncations()),
                        Tuple.of(10, control()),
                        Tuple.of(5, reads()))
                .list()
                .ofMinSize(1)
                .ofMaxSize(100)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<List<Step>> scriptsOfManyRows() {
        return Arbitraries.frequencyOf(
                        Tuple.of(4, manyRows(Integer.MAX_VALUE)),
                        Tuple.of(5, fewerRows()),
                        Tuple.of(2, puts()),
                        Tuple.of(1, removedKeys()),
                        Tuple.of(4, conditionalSteps()),
                        Tuple.of(1, truncations()),
                        Tuple.of(4, control()),
                        Tuple.of(1, reads()))
                .list()
                .ofMinSize(1)
                .ofMaxSize(30)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    private static Arbitrary<Step> puts() {
        return Combinators.combine(choices(), ModelKeys.keys(), ModelKeys.rows())
                .as(Step.Put::new);
    }

    private static Arbitrary<Step> removes() {
        return Combinators.combine(choices(), ModelKeys.keys(), ModelKeys.rows())
                .as(Step.Remove::new);
    }

    private static Arbitrary<Step> removedKeys() {
        return Combinators.combine(choices(), choices(), Arbitraries.integers().between(1, 30))
                .as(Step.RemoveKeys::new);
    }

    private static Arbitrary<Step> fanOuts() {
        return Combinators.combine(
                        choices(),
                        Arbitraries.integers().between(0, ModelKeys.NODES - 1),
                        Arbitraries.of(1, 2, 3, 4, 5, 16, 17, 32, 33, 48, 49, 255, 256),
                        Arbitraries.integers().between(0, 255))
                .as(Step.FanOut::new);
    }

    private static Arbitrary<Step> fanIns() {
        return Combinators.combine(
                        choices(),
                        Arbitraries.integers().between(0, ModelKeys.NODES - 1),
                        Arbitraries.of(0, 1, 2, 3, 4, 5, 10, 11, 12, 23, 24, 25, 35, 36, 37))
                .as(Step.FanIn::new);
    }

    private static Arbitrary<Step> manyRows(int limit) {
        List<Integer> counts = List.of(1, 2, 3, 4, 5, 8, 9, 16, 17, 255, 256, 4095, 4096, 4097).stream()
                .map(count -> Math.min(count, limit))
                .toList();
        return Combinators.combine(
                        Arbitraries.of(1, 2).flatMap(which -> ModelKeys.words()),
                        Arbitraries.of(0L, 1L, 4095L, 4096L, 1L << 40, (1L << 56) - 4097L * 4096),
                        Arbitraries.of(counts),
                        Arbitraries.of(1L, 1L, 1L, 2L, 17L, 4096L))
                .as(Step.PutRows::new);
    }

    private static Arbitrary<Step> fewerRows() {
        return Combinators.combine(
                        choices(),
                        Arbitraries.of(
                                0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 95, 191, 192, 255, 256, 3000, 4094, 4095, 4096),
                        Arbitraries.longs())
                .as(Step.RemoveRows::new);
    }

    private static Arbitrary<Step> rowChanges() {
        Arbitrary<Step> inserts =
                Combinators.combine(ModelKeys.rows(), ModelKeys.rowKeys()).as(Step.InsertRow::new);
        Arbitrary<Step> updates = Combinators.combine(choices(), ModelKeys.rows(), ModelKeys.rowKeys())
                .as(Step.UpdateRow::new);
        Arbitrary<Step> deletes = Combinators.combine(choices(), ModelKeys.rows(), ModelKeys.rowKeys())
                .as(Step.DeleteRow::new);
        return Arbitraries.frequencyOf(Tuple.of(3, inserts), Tuple.of(2, updates), Tuple.of(2, deletes));
    }

    private static Arbitrary<Step> conditionalSteps() {
        Arbitrary<ConditionalStep.Place> places = Combinators.combine(
                        choices(), choices(), ModelKeys.keys(), ModelKeys.rows())
                .as(ConditionalStep.Place::new);
        Arbitrary<Integer> moduli = Arbitraries.of(1, 2, 3, 7, 1000);
        return Arbitraries.oneOf(
                places.map(ConditionalStep.PutIfAbsent::new),
                Combinators.combine(places, moduli).as(ConditionalStep.PutUnless::new),
                Combinators.combine(places, moduli).as(ConditionalStep.RemoveWhere::new),
                Combinators.combine(places, ModelKeys.rows()).as(ConditionalStep.Replace::new),
                Combinators.combine(places, ModelKeys.keys()).as(ConditionalStep.Update::new));
    }

    private static Arbitrary<Step> puttingPairs() {
        return Combinators.combine(
                        choices(), Arbitraries.bytes(), Arbitraries.integers().between(1, 20))
                .as(ConditionalStep.PutPairs::new);
    }

    private static Arbitrary<Step> truncations() {
        return Arbitraries.oneOf(
                choices().map(ConditionalStep.TruncateIndex::new),
                Arbitraries.just(new ConditionalStep.TruncateTable()));
    }

    private static Arbitrary<Step> control() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.just(new Step.Commit())),
                Tuple.of(2, Arbitraries.just(new Step.Rollback())),
                Tuple.of(3, Arbitraries.just(new Step.OpenSnapshot())),
                Tuple.of(2, choices().map(Step.CloseSnapshot::new)),
                Tuple.of(1, Arbitraries.of(true, false).map(Step.CreateOrDropIndex::new)));
    }

    private static Arbitrary<Step> reads() {
        Arbitrary<Step> inSnapshot = Combinators.combine(choices(), Arbitraries.longs(), ModelKeys.keys())
                .as(Step.Read::new);
        Arbitrary<Step> inBatch = Combinators.combine(choices(), ModelKeys.keys(), ModelKeys.rows())
                .as(Step.ReadBatch::new);
        return Arbitraries.oneOf(inSnapshot, inBatch);
    }

    private static Arbitrary<Integer> choices() {
        return Arbitraries.integers().between(0, 1000);
    }
}
