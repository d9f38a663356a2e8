package org.artindex.tree;

import java.util.function.Consumer;
import org.artindex.MemoryLimitException;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.memory.Memory;
import org.artindex.memory.SlabAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Where the nodes of one engine live: an allocator for each node type, and the blocks of the file, if there is one.
 *
 * <p>{@link #address} is for everybody; all else is the writer's, but for the numbers that say otherwise. Nodes that a batch unlinks are {@linkplain #release
 * released}: a fresh one is free at once, one that a snapshot may see is kept in a list that the end of the batch hands
 * out. For each slab node a lower bound of the version that first held it is known, the version under work when its slab was added.
 */
public final class NodeSpace implements NodeSink, AutoCloseable {
    /** Where the space turns to when memory runs out. */
    @FunctionalInterface
    public interface Shortage {
        /**
         * Frees some nodes, after which the allocation is tried again.
         *
         * @param full what the allocation would fail with
         * @throws MemoryLimitException when nothing can be freed
         */
        void relieve(MemoryLimitException full);
    }

    private final Arena arena;
    private final BlockTable blocks;
    private final @Nullable SlabAllocator[] allocators = new @Nullable SlabAllocator[NodeType.COUNT];
    private RetiredNodes retired = new RetiredNodes();

    /** An empty list for the next batch. */
    private @Nullable RetiredNodes spare;

    /** Bit t is set when an allocator of type t may have fresh slots. */
    private long freshTypes;

    private long birth;
    private Shortage shortage = full -> {
        throw full;
    };
    private long allocationsLeft = Long.MAX_VALUE;
    private long placed;
    private long copiedNodes;
    private long allocatedBytes;

    /** Makes a space without nodes. */
    public NodeSpace(Arena arena, BlockTable blocks) {
        this.arena = arena;
        this.blocks = blocks;
        for (int type = 0; type < NodeType.COUNT; type++) {
            if (NodeType.size(type) != 0) {
                allocators[type] = new SlabAllocator(arena, NodeType.size(type), () -> birth);
            }
        }
    }

    /** Says whom to ask when memory runs out, in the writer's thread and in the middle of a change. */
    public void onShortage(Shortage handler) {
        shortage = handler;
    }

    /** Says which version the nodes that are allocated from now on will be part of first; it never goes back. */
    public void setBirth(long version) {
        assert version >= birth : version;
        birth = version;
    }

    /** The address of a node's first byte. */
    public long address(long pointer) {
        if (pointer >= 0) {
            return NodePointer.slabAddress(pointer);
        }
        return blocks.base(NodePointer.id(pointer)) + NodePointer.offset(pointer);
    }

    /**
     * Allocates a node filled with zeros.
     *
     * @throws MemoryLimitException when there is no memory for it
     */
    public long allocate(int type) {
        long pointer = allocateRaw(type);
        Memory.zeroWords(NodePointer.slabAddress(pointer), NodeType.size(type));
        return pointer;
    }

    /** {@inheritDoc} It is the batch's own. */
    @Override
    public long place(int type) {
        long pointer = allocateRaw(type);
        placed = NodePointer.slabAddress(pointer);
        return pointer;
    }

    @Override
    public long address() {
        return placed;
    }

    /** Allocates a node with the content of another of the same type; a value must come without the mark of an implied zero. */
    public long copy(long pointer) {
        assert !NodePointer.impliesZero(pointer);
        int type = NodePointer.type(pointer);
        long copy = allocateRaw(type);
        copiedNodes++;
        Memory.copyNode(address(pointer), NodePointer.slabAddress(copy), NodeType.size(type));
        return copy;
    }

    /** The node itself when it is this batch's own, else a copy of it that replaces it. */
    public long own(long pointer) {
        if (isFresh(pointer)) {
            return pointer;
        }
        long copy = copy(pointer);
        release(pointer);
        return copy;
    }

    /** Whether the node was allocated by the batch under way, which may then change it in place. */
    public boolean isFresh(long pointer) {
        return pointer >= 0 && allocator(NodePointer.type(pointer)).isFresh(NodePointer.slabAddress(pointer));
    }

    /** Gives up a node that the batch under way has unlinked. Nodes in blocks are the file's to free. */
    public void release(long pointer) {
        if (isFresh(pointer)) {
            free(pointer);
        } else if (!NodePointer.isSerialized(pointer)) {
            retired.add(pointer);
        }
    }

    /** Frees a node of a slab that nobody can see any more. */
    public void free(long pointer) {
        allocator(NodePointer.type(pointer)).free(NodePointer.slabAddress(pointer));
    }

    /** Frees nodes that nobody can see any more; their list must not be used again. */
    public void free(RetiredNodes nodes) {
        nodes.forEach(this::free);
        nodes.clear();
        spare = nodes;
    }

    /**
     * Frees those nodes that no version up to the given one has seen, and moves the others to another list. The former list must
     * not be used again.
     */
    public void freeBornAfter(long version, RetiredNodes nodes, RetiredNodes rest) {
        nodes.forEach(pointer -> {
            if (allocator(NodePointer.type(pointer)).birth(NodePointer.slabAddress(pointer)) > version) {
                free(pointer);
            } else {
                rest.add(pointer);
            }
        });
        nodes.clear();
        spare = nodes;
    }

    /**
     * Ends a batch that stays.
     *
     * @return the slab nodes it unlinked, to be {@linkplain #free(RetiredNodes) freed} once no snapshot sees them
     */
    public RetiredNodes settle() {
        for (long types = takeFreshTypes(); types != 0; types &= types - 1) {
            allocator(Long.numberOfTrailingZeros(types)).settle();
        }
        RetiredNodes unlinked = retired;
        retired = spare != null ? spare : new RetiredNodes();
        spare = null;
        return unlinked;
    }

    /** Ends a batch that is rolled back: the nodes it allocated are free, those it unlinked are linked again. */
    public void dropFresh() {
        for (long types = takeFreshTypes(); types != 0; types &= types - 1) {
            allocator(Long.numberOfTrailingZeros(types)).dropFresh();
        }
        retired.clear();
    }

    /** Makes a space without nodes whose memory is part of this one's, for another thread to build nodes in. */
    public NodeSpace sibling() {
        NodeSpace sibling = new NodeSpace(arena, BlockTable.none());
        sibling.setBirth(birth);
        return sibling;
    }

    /** A {@link #sibling} whose nodes are to be {@linkplain #adopt adopted}. */
    public NodeSpace adoptableSibling() {
        NodeSpace sibling = sibling();
        sibling.forEachAllocator(SlabAllocator::refuseSmallSlab);
        return sibling;
    }

    /** Takes over all nodes of an {@linkplain #adoptableSibling adoptable sibling}; they are the batch's own. */
    public void adopt(NodeSpace sibling) {
        assert sibling.arena == arena && sibling.birth == birth;
        freshTypes |= sibling.freshTypes;
        for (long types = sibling.takeFreshTypes(); types != 0; types &= types - 1) {
            int type = Long.numberOfTrailingZeros(types);
            allocator(type).adopt(sibling.allocator(type));
        }
    }

    /** Lets that many allocations from now pass and all later ones fail, as if memory had run out; for tests. */
    public void failAfter(long allocations) {
        allocationsLeft = allocations;
    }

    /** Nodes copied since the space was made; the writer's. */
    public long copiedNodes() {
        return copiedNodes;
    }

    /** Bytes of all nodes allocated since the space was made, those freed again included; the writer's. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Slots in use for nodes of a type; any thread may ask. */
    public long usedSlots(int type) {
        SlabAllocator allocator = allocators[type];
        return allocator == null ? 0 : allocator.usedSlots();
    }

    /** Slabs held for nodes of a type; any thread may ask. */
    public long slabs(int type) {
        SlabAllocator allocator = allocators[type];
        return allocator == null ? 0 : allocator.slabs();
    }

    /** Bytes of the slabs held for nodes of a type; any thread may ask. */
    public long slabBytes(int type) {
        SlabAllocator allocator = allocators[type];
        return allocator == null ? 0 : allocator.slabBytes();
    }

    /** Bytes of all slabs in use; any thread may ask. */
    public long usedBytes() {
        return arena.usedBytes();
    }

    /** Bytes that the system was asked for; any thread may ask. */
    public long reservedBytes() {
        return arena.reservedBytes();
    }

    /** Chooses slabs that are to be emptied: nothing is allocated in them until {@link #spareVictims}. No batch has changed anything yet. */
    public void chooseVictims() {
        long neededSlabs = 0;
        for (SlabAllocator allocator : allocators) {
            neededSlabs += allocator == null ? 0 : allocator.neededSlabs();
        }
        arena.closeSpareChunks(neededSlabs);
        forEachAllocator(SlabAllocator::chooseVictims);
    }

    /** Takes slabs from all chunks again; slabs that are to be emptied stay so. */
    public void reopenChunks() {
        arena.reopenChunks();
    }

    /** Allocates in all slabs again. */
    public void spareVictims() {
        arena.reopenChunks();
        forEachAllocator(SlabAllocator::spareVictims);
    }

    /** Bytes of slabs that are to be emptied and hold nodes still, such as those that old snapshots see. */
    public long victimBytes() {
        long bytes = 0;
        for (SlabAllocator allocator : allocators) {
            bytes += allocator == null ? 0 : allocator.victimBytes();
        }
        return bytes;
    }

    /** Whether a node in memory lies in a slab that is to be emptied. */
    public boolean isInVictim(long pointer) {
        return allocator(NodePointer.type(pointer)).isInVictim(NodePointer.slabAddress(pointer));
    }

    @Override
    public void close() {
        arena.close();
        blocks.clear();
    }

    private long allocateRaw(int type) {
        try {
            return takeSlot(type);
        } catch (MemoryLimitException full) {
            return takeSlotAfterRelief(type, full);
        }
    }

    private long takeSlot(int type) {
        if (--allocationsLeft < 0) {
            throw new MemoryLimitException(arena.usedBytes(), arena.limit(), NodeType.size(type));
        }
        freshTypes |= 1L << type;
        long pointer = NodePointer.toSlab(type, allocator(type).allocate());
        allocatedBytes += NodeType.size(type);
        return pointer;
    }

    private long takeSlotAfterRelief(int type, MemoryLimitException first) {
        MemoryLimitException full = first;
        while (true) {
            shortage.relieve(full);
            try {
                return takeSlot(type);
            } catch (MemoryLimitException again) {
                full = again;
            }
        }
    }

    private long takeFreshTypes() {
        long types = freshTypes;
        freshTypes = 0;
        return types;
    }

    private SlabAllocator allocator(int type) {
        SlabAllocator allocator = allocators[type];
        assert allocator != null : NodeType.name(type);
        return allocator;
    }

    private void forEachAllocator(Consumer<SlabAllocator> action) {
        for (SlabAllocator allocator : allocators) {
            if (allocator != null) {
                action.accept(allocator);
            }
        }
    }
}
