package org.artindex.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.artindex.MemoryLimitException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of fixed sizes: never two at one place, fresh until settled, dropped on undo, and whole slabs given back. */
class SlabAllocatorTest {
    private final Arena arena = new Arena(Long.MAX_VALUE);

    static Stream<Integer> nodeSizes() {
        return Stream.of(16, 24, 32, 40, 48, 64, 128, 152, 256, 424, 512, 520, 2056, 4096);
    }

    @AfterEach
    void giveBack() {
        arena.close();
        assertThat(arena.usedBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("nodeSizes")
    void slotsDoNotOverlapAndStayInsideTheirSlab(int size) {
        SlabAllocator allocator = new SlabAllocator(arena, size, () -> 0);
        Set<Long> seen = new HashSet<>();
        int count = 3 * (Arena.SLAB_SIZE / size);
        for (int i = 0; i < count; i++) {
            long slot = allocator.allocate();
            boolean isInside = slot >>> Arena.SLAB_SHIFT == (slot + size - 1) >>> Arena.SLAB_SHIFT;
            if ((slot & 7) != 0 || !isInside || !seen.add(slot)) {
                fail("slot %x after %s others", slot, i);
            }
            Memory.fillWords(slot, size, i);
        }
        List<Long> sorted = seen.stream().sorted().toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i) - sorted.get(i - 1) < size) {
                fail("slots overlap: %x and %x", sorted.get(i - 1), sorted.get(i));
            }
        }
        assertThat(allocator.usedSlots()).isEqualTo(count);
        assertThat(allocator.slabs()).isBetween(3L, 5L);
        seen.forEach(allocator::free);
        assertThat(allocator.usedSlots()).isZero();
        allocator.settle();
        assertThat(allocator.slabs()).isZero();
        assertThat(arena.usedBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("nodeSizes")
    void randomAllocationsFreesSettlesAndDropsFollowTheModel(int size) {
        Random random = new Random(size);
        SlabAllocator allocator = new SlabAllocator(arena, size, () -> 0);
        Model model = new Model(allocator);
        int perSlab = Arena.SLAB_SIZE / size;
        for (int round = 0; round < 20; round++) {
            int steps = 1 + random.nextInt(Math.min(2 * perSlab, 6000));
            int share = random.nextInt(101);
            for (int i = 0; i < steps; i++) {
                if (random.nextInt(100) < share || model.isEmpty()) {
                    model.allocate(random.nextLong());
                } else {
                    model.free(random);
                }
            }
            model.check(random);
            if (random.nextBoolean()) {
                allocator.settle();
                model.settle();
            } else {
                allocator.dropFresh();
                model.dropFresh();
            }
            model.check(random);
        }
        model.freeAll();
        allocator.settle();
        assertThat(allocator.usedSlots()).isZero();
        assertThat(allocator.slabs()).isZero();
    }

    /** Slots in use, what was written there, and whether they are fresh. */
    private static final class Model {
        private final SlabAllocator allocator;
        private final List<Long> slots = new ArrayList<>();
        private final Map<Long, Long> content = new HashMap<>();
        private final Set<Long> fresh = new HashSet<>();

        Model(SlabAllocator allocator) {
            this.allocator = allocator;
        }

        boolean isEmpty() {
            return slots.isEmpty();
        }

        void allocate(long value) {
            long slot = allocator.allocate();
            assertThat(content.put(slot, value)).as("slot handed out twice").isNull();
            Memory.fillWords(slot, allocator.slotSize(), value);
            slots.add(slot);
            fresh.add(slot);
        }

        void free(Random random) {
            Collections.swap(slots, random.nextInt(slots.size()), slots.size() - 1);
            long slot = slots.remove(slots.size() - 1);
            content.remove(slot);
            fresh.remove(slot);
            allocator.free(slot);
        }

        void settle() {
            fresh.clear();
        }

        void dropFresh() {
            slots.removeAll(fresh);
            content.keySet().removeAll(fresh);
            fresh.clear();
        }

        void freeAll() {
            slots.forEach(allocator::free);
        }

        void check(Random random) {
            assertThat(allocator.usedSlots()).isEqualTo(slots.size());
            for (int i = 0; i < Math.min(200, slots.size()); i++) {
                long slot = slots.get(random.nextInt(slots.size()));
                assertThat(allocator.isFresh(slot)).isEqualTo(fresh.contains(slot));
                assertThat(Memory.getLong(slot)).isEqualTo(content.get(slot));
                assertThat(Memory.getLong(slot + allocator.slotSize() - 8)).isEqualTo(content.get(slot));
            }
        }
    }

    @Test
    void theLowestFreeSlotOfASlabIsTakenFirst() {
        SlabAllocator allocator = new SlabAllocator(arena, 64, () -> 0);
        List<Long> slots =
                IntStream.range(0, 200).mapToObj(i -> allocator.allocate()).toList();
        assertThat(slots).isSorted();
        for (int i : new int[] {170, 3, 150, 64, 63}) {
            allocator.free(slots.get(i));
        }
        assertThat(IntStream.range(0, 5).mapToObj(i -> allocator.allocate()))
                .containsExactly(slots.get(3), slots.get(63), slots.get(64), slots.get(150), slots.get(170));
        assertThat(allocator.slabs()).isEqualTo(1);
    }

    @Test
    void aSlotIsFreshUntilItsBatchIsSettled() {
        SlabAllocator allocator = new SlabAllocator(arena, 48, () -> 0);
        long old = allocator.allocate();
        assertThat(allocator.isFresh(old)).isTrue();
        allocator.settle();
        assertThat(allocator.isFresh(old)).isFalse();
        long fresh = allocator.allocate();
        assertThat(allocator.isFresh(fresh)).isTrue();
        allocator.dropFresh();
        assertThat(allocator.usedSlots()).isEqualTo(1);
        assertThat(allocator.allocate()).isEqualTo(fresh);
        assertThat(allocator.isFresh(old)).isFalse();
    }

    @Test
    void aSlotThatIsFreedAndTakenAgainInOneBatchIsDroppedOnce() {
        SlabAllocator allocator = new SlabAllocator(arena, 48, () -> 0);
        allocator.allocate();
        allocator.settle();
        long slot = allocator.allocate();
        allocator.free(slot);
        assertThat(allocator.allocate()).isEqualTo(slot);
        allocator.dropFresh();
        assertThat(allocator.usedSlots()).isEqualTo(1);
    }

    @Test
    void aSlabThatEmptiesInABatchIsGivenBackWhenTheBatchEnds() {
        SlabAllocator allocator = new SlabAllocator(arena, 2056, () -> 0);
        allocator.free(allocator.allocate());
        allocator.settle();
        assertThat(allocator.slabs()).isZero();
        allocator.allocate();
        allocator.dropFresh();
        assertThat(allocator.slabs()).isZero();
        assertThat(arena.usedBytes()).isZero();
    }

    @Test
    void freeingASlotTwiceIsNoticed() {
        SlabAllocator allocator = new SlabAllocator(arena, 48, () -> 0);
        long slot = allocator.allocate();
        allocator.allocate();
        allocator.free(slot);
        assertThatThrownBy(() -> allocator.free(slot)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Arena.SLAB_SIZE - 1, Arena.SLAB_SIZE, 3L * Arena.SLAB_SIZE})
    void aFullArenaRefusesASlabAndNothingChanges(long limit) {
        Arena bounded = new Arena(limit);
        SlabAllocator allocator = new SlabAllocator(bounded, 4096, () -> 0);
        long small = Math.min(limit / Arena.SMALL_SLAB_SIZE, 1);
        long slabs = (limit - small * Arena.SMALL_SLAB_SIZE) / Arena.SLAB_SIZE;
        int room = (int) (small * (Arena.SMALL_SLAB_SIZE / 4096 - 1) + slabs * (Arena.SLAB_SIZE / 4096 - 1));
        for (int i = 0; i < room; i++) {
            allocator.allocate();
        }
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(allocator::allocate)
                    .isInstanceOf(MemoryLimitException.class)
                    .hasMessageContaining(Long.toString(limit));
        }
        assertThat(allocator.usedSlots()).isEqualTo(room);
        assertThat(bounded.usedBytes())
                .isEqualTo(allocator.slabBytes())
                .isEqualTo(small * Arena.SMALL_SLAB_SIZE + slabs * Arena.SLAB_SIZE);
        allocator.dropFresh();
        assertThat(bounded.usedBytes()).isZero();
        bounded.close();
    }

    @Test
    void theFirstSlabOfATypeIsSmallAndTheNextIsNot() {
        SlabAllocator allocator = new SlabAllocator(arena, 2056, () -> 0);
        long slot = allocator.allocate();
        assertThat(allocator.slabBytes()).isEqualTo(Arena.SMALL_SLAB_SIZE);
        while (allocator.slabs() == 1) {
            slot = allocator.allocate();
        }
        assertThat(allocator.usedSlots()).isEqualTo(16);
        assertThat(allocator.slabBytes()).isEqualTo(Arena.SMALL_SLAB_SIZE + Arena.SLAB_SIZE);
        allocator.settle();
        allocator.free(slot);
        assertThat(allocator.slabBytes()).isEqualTo(Arena.SMALL_SLAB_SIZE);
    }

    @ParameterizedTest
    @MethodSource("nodeSizes")
    void nothingIsAllocatedInVictimsAndTheRestHasRoomForWhatTheyHold(int size) {
        Random random = new Random(size);
        SlabAllocator allocator = new SlabAllocator(arena, size, () -> 0);
        List<Long> slots = new ArrayList<>();
        int count = 20 * (Arena.SLAB_SIZE / size);
        for (int i = 0; i < count; i++) {
            slots.add(allocator.allocate());
        }
        allocator.settle();
        Collections.shuffle(slots, random);
        while (slots.size() > count / 10) {
            allocator.free(slots.remove(slots.size() - 1));
        }
        allocator.chooseVictims();
        assertThat(allocator.victimBytes()).isPositive();
        long slabsBefore = allocator.slabs();
        for (long slot : slots) {
            if (allocator.isInVictim(slot)) {
                assertThat(allocator.isInVictim(allocator.allocate())).isFalse();
                allocator.free(slot);
            }
        }
        allocator.settle();
        assertThat(allocator.victimBytes()).isZero();
        assertThat(allocator.usedSlots()).isEqualTo(slots.size());
        assertThat(allocator.slabs()).isLessThan(slabsBefore).isBetween(2L, 4L);
    }

    @Test
    void sparedVictimsServeAgain() {
        SlabAllocator allocator = new SlabAllocator(arena, 4096, () -> 0);
        List<Long> slots = IntStream.range(0, 7 + 63 * 2)
                .mapToObj(i -> allocator.allocate())
                .toList();
        allocator.settle();
        List<Long> kept = new ArrayList<>(slots.subList(0, 3));
        kept.addAll(slots.subList(7, 17));
        slots.stream().filter(slot -> !kept.contains(slot)).forEach(allocator::free);
        allocator.chooseVictims();
        long victims = kept.stream().filter(allocator::isInVictim).count();
        assertThat(victims).isEqualTo(3);
        allocator.spareVictims();
        assertThat(kept.stream().noneMatch(allocator::isInVictim)).isTrue();
        long slabs = allocator.slabs();
        for (int i = 0; i < 56; i++) {
            allocator.allocate();
        }
        assertThat(allocator.slabs()).isEqualTo(slabs);
    }
}
