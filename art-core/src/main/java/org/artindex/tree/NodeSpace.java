package org.artindex.tree;

import org.artindex.MemoryLimitException;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.memory.Memory;
import org.artindex.memory.PointerList;
import org.artindex.memory.SlabAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Where the nodes of one engine live: an allocator for each node type, and the blocks of the file, if there is one.
 *
 * <p>{@link #address} is for everybody; all else is the writer's. Nodes that a batch unlinks are {@linkplain #release
 * released}: a fresh one is free at once, one that a snapshot may see is kept in a list that the end of the batch hands
 * out.
 */
public final class NodeSpace implements NodeSink, AutoCloseable {
    private final Arena arena;
    private final BlockTable blocks;
    private final @Nullable SlabAllocator[] allocators = new @Nullable SlabAllocator[NodeType.COUNT];
    private PointerList retired = new PointerList();
    private long allocationsLeft = Long.MAX_VALUE;
    private long placed;

    /** Makes a space without nodes. */
    public NodeSpace(Arena arena, BlockTable blocks) {
        this.arena = arena;
        this.blocks = blocks;
        for (int type = 0; type < NodeType.COUNT; type++) {
            if (NodeType.size(type) != 0) {
                allocators[type] = new SlabAllocator(arena, NodeType.size(type));
            }
        }
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
        Memory.copyWords(address(pointer), NodePointer.slabAddress(copy), NodeType.size(type));
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

    /** Gives up a node that the batch under way has unlinked. */
    public void release(long pointer) {
        if (isFresh(pointer)) {
            free(pointer);
        } else {
            retired.add(pointer);
        }
    }

    /** Frees a node that nobody can see any more. Nodes in blocks are the file's to free. */
    public void free(long pointer) {
        if (pointer >= 0) {
            allocator(NodePointer.type(pointer)).free(NodePointer.slabAddress(pointer));
        }
    }

    /**
     * Ends a batch that stays.
     *
     * @return the nodes it unlinked, to be {@linkplain #free freed} once no snapshot sees them
     */
    public PointerList settle() {
        forEachAllocator(SlabAllocator::settle);
        PointerList unlinked = retired;
        retired = new PointerList();
        return unlinked;
    }

    /** Ends a batch that is undone: the nodes it allocated are free, those it unlinked are linked again. */
    public void dropFresh() {
        forEachAllocator(SlabAllocator::dropFresh);
        retired = new PointerList();
    }

    /** Makes a space without nodes whose memory is part of this one's, for another thread to build nodes in. */
    public NodeSpace sibling() {
        return new NodeSpace(arena, BlockTable.none());
    }

    /** Takes over all nodes of a {@link #sibling}; they are the batch's own. */
    public void adopt(NodeSpace sibling) {
        assert sibling.arena == arena;
        for (int type = 0; type < NodeType.COUNT; type++) {
            SlabAllocator allocator = allocators[type];
            SlabAllocator other = sibling.allocators[type];
            if (allocator != null && other != null) {
                allocator.adopt(other);
            }
        }
    }

    /** Lets that many allocations from now pass and all later ones fail, as if memory had run out; for tests. */
    public void failAfter(long allocations) {
        allocationsLeft = allocations;
    }

    /** Slots in use for nodes of a type. */
    public long usedSlots(int type) {
        SlabAllocator allocator = allocators[type];
        return allocator == null ? 0 : allocator.usedSlots();
    }

    /** Slabs held for nodes of a type. */
    public long slabs(int type) {
        SlabAllocator allocator = allocators[type];
        return allocator == null ? 0 : allocator.slabs();
    }

    /** Bytes of all slabs in use; any thread may ask. */
    public long usedBytes() {
        return arena.usedBytes();
    }

    @Override
    public void close() {
        arena.close();
        blocks.clear();
    }

    private long allocateRaw(int type) {
        if (--allocationsLeft < 0) {
            throw new MemoryLimitException(arena.usedBytes(), arena.limit(), NodeType.size(type));
        }
        return NodePointer.toSlab(type, allocator(type).allocate());
    }

    private SlabAllocator allocator(int type) {
        SlabAllocator allocator = allocators[type];
        assert allocator != null : NodeType.name(type);
        return allocator;
    }

    private interface AllocatorAction {
        void apply(SlabAllocator allocator);
    }

    private void forEachAllocator(AllocatorAction action) {
        for (SlabAllocator allocator : allocators) {
            if (allocator != null) {
                action.apply(allocator);
            }
        }
    }
}
