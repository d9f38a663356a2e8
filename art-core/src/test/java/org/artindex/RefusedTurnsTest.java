package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.RootRecord;
import org.artindex.tree.NodeSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store that has failed asks of the engine: no batch begins any more, reads go on. */
@Timeout(60)
class RefusedTurnsTest {
    private final EngineState state =
            new EngineState(new NodeSpace(new Arena(Long.MAX_VALUE), BlockTable.none()), RootRecord.empty());
    private final Engine engine = Engine.over(state);

    @Test
    void everyBatchIsRefusedWithTheErrorThatWasAskedForAndReadsGoOn() {
        try (Batch batch = engine.begin()) {
            batch.createTable("t");
            batch.commit();
        }
        state.refuseTurns(() -> new CatalogException("refused"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(engine::begin)
                    .isInstanceOf(CatalogException.class)
                    .hasMessage("refused");
        }
        try (Snapshot snapshot = engine.snapshot()) {
            assertThat(snapshot.table("t").name()).isEqualTo("t");
        }
        engine.close();
        assertThat(engine.memoryUsed()).isZero();
    }

    @Test
    void whoWaitsForTheTurnIsRefusedToo() throws Exception {
        Batch first = engine.begin();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        CompletableFuture<Batch> waiting = CompletableFuture.supplyAsync(() -> {
            waiter.set(Thread.currentThread());
            return engine.begin(Duration.ofSeconds(30));
        });
        while (waiter.get() == null || waiter.get().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        state.refuseTurns(() -> new CatalogException("refused"));
        first.close();
        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(CatalogException.class);
        engine.close();
        assertThat(engine.memoryUsed()).isZero();
    }
}
