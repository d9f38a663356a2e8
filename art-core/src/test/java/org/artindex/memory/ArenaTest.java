package org.artindex.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.artindex.MemoryLimitException;
import org.junit.jupiter.api.Test;

/** Slabs: aligned, distinct, bounded, reused, and returned. */
class ArenaTest {
    @Test
    void slabsAreAlignedDistinctAndWritableToTheirLastByte() {
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                long slab = arena.allocateSlab();
                assertThat(slab % Arena.SLAB_SIZE).isZero();
                assertThat(seen.add(slab)).isTrue();
                Memory.putLong(slab, i);
                Memory.putLong(slab + Arena.SLAB_SIZE - 8, -i);
            }
            assertThat(arena.usedBytes()).isEqualTo(100L * Arena.SLAB_SIZE);
            assertThat(seen.stream().mapToLong(Memory::getLong).sum()).isEqualTo(99 * 50);
        }
    }

    @Test
    void freedSlabsAreHandedOutAgainAndEmptyChunksReturned() {
        Random random = new Random(1);
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            List<Long> slabs = new ArrayList<>();
            for (int round = 0; round < 200; round++) {
                int target = random.nextInt(200);
                while (slabs.size() < target) {
                    long slab = arena.allocateSlab();
                    assertThat(slabs).doesNotContain(slab);
                    Memory.putLong(slab + 4096, slab);
                    slabs.add(slab);
                }
                Collections.shuffle(slabs, random);
                while (slabs.size() > target) {
                    arena.freeSlab(slabs.remove(slabs.size() - 1));
                }
                assertThat(arena.usedBytes()).isEqualTo((long) target << Arena.SLAB_SHIFT);
                for (long slab : slabs) {
                    assertThat(Memory.getLong(slab + 4096)).isEqualTo(slab);
                }
            }
            slabs.forEach(arena::freeSlab);
            assertThat(arena.usedBytes()).isZero();
        }
    }

    @Test
    void theLimitCountsSlabsInUseOnly() {
        try (Arena arena = new Arena(2L * Arena.SLAB_SIZE + 5)) {
            long first = arena.allocateSlab();
            arena.allocateSlab();
            assertThatThrownBy(arena::allocateSlab).isInstanceOf(MemoryLimitException.class);
            arena.freeSlab(first);
            assertThat(arena.allocateSlab()).isEqualTo(first);
            assertThatThrownBy(arena::allocateSlab).isInstanceOf(MemoryLimitException.class);
            assertThat(arena.usedBytes()).isEqualTo(2L * Arena.SLAB_SIZE);
        }
    }

    @Test
    void anArenaOfMoreThanTwoGigabytesIsAddressedRightAndCostsOnlyTouchedPages() {
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            int count = (int) ((5L << 29) / Arena.SLAB_SIZE);
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                assertThat(seen.add(arena.allocateSlab())).isTrue();
            }
            assertThat(arena.usedBytes()).isEqualTo(5L << 29);
        }
    }

    @Test
    void aClosedArenaHoldsNothingAndMayBeClosedAgain() {
        Arena arena = new Arena(Long.MAX_VALUE);
        arena.allocateSlab();
        arena.close();
        arena.close();
        assertThat(arena.usedBytes()).isZero();
    }

    @Test
    void smallSlabsAreThePartsOfSlabsAndCountAsWhatTheyAre() {
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            List<Long> parts = new ArrayList<>();
            for (int i = 0; i < 33; i++) {
                long part = arena.allocateSmallSlab();
                assertThat(part % Arena.SMALL_SLAB_SIZE).isZero();
                assertThat(parts).doesNotContain(part);
                parts.add(part);
            }
            assertThat(arena.usedBytes()).isEqualTo(33L * Arena.SMALL_SLAB_SIZE);
            assertThat(parts.stream().map(part -> part >>> Arena.SLAB_SHIFT).distinct())
                    .hasSize(5);
            arena.freeSmallSlab(parts.get(20));
            assertThat(arena.allocateSmallSlab()).isEqualTo(parts.get(20));
            parts.forEach(arena::freeSmallSlab);
            assertThat(arena.usedBytes()).isZero();
            assertThat(arena.reservedBytes()).isZero();
        }
    }

    @Test
    void theFullestChunkServesSoThatOthersEmptyAndGoBack() {
        Random random = new Random(2);
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            List<Long> slabs = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                slabs.add(arena.allocateSlab());
            }
            long reserved = arena.reservedBytes();
            assertThat(reserved).isBetween(2000L << Arena.SLAB_SHIFT, 2200L << Arena.SLAB_SHIFT);
            for (int i = 0; i < 20_000; i++) {
                Collections.swap(slabs, random.nextInt(slabs.size()), slabs.size() - 1);
                arena.freeSlab(slabs.remove(slabs.size() - 1));
                if (slabs.size() < 300 || (slabs.size() < 1900 && i % 9 != 0)) {
                    slabs.add(arena.allocateSlab());
                }
            }
            assertThat(slabs).hasSizeLessThan(400);
            assertThat(arena.reservedBytes()).isLessThan(reserved / 3);
        }
    }

    @Test
    void chunksThatOthersCanSpareAreClosedTheEmptiestFirst() {
        try (Arena arena = new Arena(Long.MAX_VALUE)) {
            List<Long> slabs = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                slabs.add(arena.allocateSlab());
            }
            List<Long> kept = new ArrayList<>(slabs.subList(0, 200));
            for (int i = 200; i < 1000; i++) {
                if (i % 10 == 0) {
                    kept.add(slabs.get(i));
                } else {
                    arena.freeSlab(slabs.get(i));
                }
            }
            long reserved = arena.reservedBytes();
            arena.closeSpareChunks(kept.size());
            List<Long> toMove = kept.stream().filter(arena::isInClosedChunk).toList();
            assertThat(toMove).hasSizeBetween(30, 80);
            for (long slab : toMove) {
                assertThat(arena.isInClosedChunk(arena.allocateSlab())).isFalse();
                arena.freeSlab(slab);
            }
            assertThat(arena.reservedBytes()).isLessThan(reserved / 2);
            assertThat(arena.usedBytes()).isEqualTo((long) kept.size() << Arena.SLAB_SHIFT);
        }
    }
}
