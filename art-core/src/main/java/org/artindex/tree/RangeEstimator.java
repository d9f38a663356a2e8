package org.artindex.tree;

import java.util.SplittableRandom;
import org.artindex.key.KeyRange;
import org.artindex.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how much a range of keys holds, from about a hundred nodes whatever the range, and those on the paths to its bounds.
 *
 * <p>It follows the two bounds down. What lies wholly between them hangs from inner nodes on these two paths, and is estimated from samples:
 * of a node's children as many as the budget allows are visited, spread evenly, and stand for all; below a child that has a budget for one
 * path only, one child is followed at each level and stands for its siblings. Children without a node of their own are counted, not sampled.
 * So the result is exact where the budget is enough for all nodes of the range. Samples are drawn the same way each time.
 *
 * <p>Source: Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975), with strata. Not thread-safe.
 */
public final class RangeEstimator {
    /** What the value of a key counts for. */
    public interface Weight {
        /** Every key counts for one. */
        Weight KEYS = value -> 1;

        /** What a value, without the mark of an implied zero, counts for; it may read one node. */
        long of(long value);
    }

    /** The most nodes that a usual estimate visits. */
    public static final int BUDGET = 100;

    /** Where even single paths are so long that they pass the budget, as with keys of thousands of bytes. */
    private static final int MOST_VISITED = 2 * BUDGET;

    /** Nodes of a path, as it usually is, below a child that is sampled. */
    private static final int PATH_BUDGET = 3;

    private final NodeSpace space;
    private final Weight weight;
    private final SplittableRandom random = new SplittableRandom(1);
    private int visited;

    /** Where the descent is, and the bounds; {@code null} for one that everything below is on the right side of. */
    private long pointer;

    private int depth;
    private byte @Nullable [] low;
    private byte @Nullable [] high;

    /** Makes an estimator for one estimate. */
    public RangeEstimator(NodeSpace space, Weight weight) {
        this.space = space;
        this.weight = weight;
    }

    /** Nodes visited so far. */
    public int visited() {
        return visited;
    }

    /** Estimates the sum of the weights of the keys of a tree that lie in a range. */
    public double estimate(long root, KeyRange range) {
        if (root == 0 || range.isEmpty()) {
            return 0;
        }
        pointer = root;
        depth = 0;
        low = range.low();
        high = range.high();
        return descend(BUDGET);
    }

    /** Follows the bounds down from where the descent is and returns what lies between them. */
    private double descend(int limit) {
        double total = 0;
        while (true) {
            if (low != null && depth >= low.length) {
                low = null;
            }
            if (high != null && depth >= high.length) {
                return total;
            }
            if (low == null && high == null) {
                return total + below(pointer, limit - visited);
            }
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return isInside() ? total + weigh(pointer) : total;
            }
            long node = space.address(pointer);
            visited++;
            if (!NodeType.isInner(type)) {
                if (!followRun(node)) {
                    return total;
                }
                pointer = Memory.getLong(node + Prefix.CHILD);
                continue;
            }
            int first = low == null ? -1 : low[depth] & 0xFF;
            int last = high == null ? 256 : high[depth] & 0xFF;
            if (first < last) {
                total += children(type, node, first + 1, last - 1, (limit - visited) / 2);
                if (low != null && high != null) {
                    total += descendAlongHigh(type, node, last, limit);
                    high = null;
                }
            }
            if (!followChild(type, node, low != null ? first : last)) {
                return total;
            }
        }
    }

    /** Where the bounds part: what lies below the child that the upper one goes to. The descent stays where it is. */
    private double descendAlongHigh(int type, long node, int key, int limit) {
        int depthHere = depth;
        byte[] lowHere = low;
        low = null;
        double found = followChild(type, node, key) ? descend(visited + (limit - visited) / 2) : 0;
        depth = depthHere;
        low = lowHere;
        return found;
    }

    private boolean followChild(int type, long node, int key) {
        long slot = InnerNode.childSlot(type, node, key);
        if (slot == 0) {
            return false;
        }
        depth++;
        pointer = Memory.getLong(slot);
        return !NodeType.isTailed(type) || followRun(slot);
    }

    /** Passes the bytes of a prefix node or tail. Says whether keys below it can be between the bounds. */
    private boolean followRun(long run) {
        int lowOrder = low == null ? 0 : order(run, low);
        int highOrder = high == null ? 0 : order(run, high);
        low = lowOrder > 0 ? null : low;
        high = highOrder < 0 ? null : high;
        depth += Prefix.length(run);
        return lowOrder >= 0 && highOrder <= 0;
    }

    /** Compares the bytes of a prefix node or tail with those of a bound; where the bound ends first, they are not below it. */
    private int order(long run, byte[] bound) {
        int matched = Prefix.match(run, bound, depth, bound.length);
        if (matched == Prefix.length(run)) {
            return 0;
        }
        return depth + matched == bound.length ? 1 : Prefix.byteAt(run, matched) - (bound[depth + matched] & 0xFF);
    }

    private boolean isInside() {
        return (low == null || !isBefore(low)) && (high == null || isBefore(high));
    }

    /** Whether the key that ends here is before a bound that has more bytes. */
    private boolean isBefore(byte[] bound) {
        return !NodePointer.impliesZero(pointer) || bound[depth] != 0 || depth + 1 < bound.length;
    }

    /** Everything below a pointer, from about as many nodes as the budget says. */
    private double below(long from, int budget) {
        int limit = visited + budget;
        long at = from;
        double total = 0;
        double scale = 1;
        while (at != 0) {
            int type = NodePointer.type(at);
            if (NodeType.isValue(type)) {
                return total + scale * weigh(at);
            }
            if (visited >= MOST_VISITED) {
                return total + scale;
            }
            long node = space.address(at);
            visited++;
            if (!NodeType.isInner(type)) {
                at = Memory.getLong(node + Prefix.CHILD);
            } else if (limit - visited > PATH_BUDGET) {
                return total + scale * children(type, node, 0, 255, limit - visited);
            } else {
                total += scale * weighFree(type, node, 0, 255);
                int others = countOthers(type, node, 0, 255);
                at = others == 0 ? 0 : other(type, node, random.nextInt(others));
                scale *= others;
            }
        }
        return total;
    }

    /** The children of a node that lie between two key bytes: those without a node counted, the others sampled. */
    private double children(int type, long node, int first, int last, int budget) {
        double total = weighFree(type, node, first, last);
        int others = countOthers(type, node, first, last);
        if (others == 0) {
            return total;
        }
        int limit = visited + budget;
        int samples = Math.max(1, Math.min(others, budget / PATH_BUDGET));
        int phase = random.nextInt(others);
        double sampled = 0;
        int left = samples;
        int number = 0;
        for (int step = InnerNode.ceiling(type, node, first);
                isUpTo(step, last);
                step = InnerNode.next(type, node, step)) {
            long child = Memory.getLong(InnerNode.slotAt(type, node, step >> 8));
            if (isFree(child)) {
                continue;
            }
            boolean isSample = (number * samples + phase) / others < ((number + 1) * samples + phase) / others;
            number++;
            if (isSample) {
                sampled += below(child, Math.max(1, (limit - visited) / left));
                left--;
            }
        }
        return total + sampled * others / samples;
    }

    private double weighFree(int type, long node, int first, int last) {
        double total = 0;
        for (int step = InnerNode.ceiling(type, node, first);
                isUpTo(step, last);
                step = InnerNode.next(type, node, step)) {
            long child = Memory.getLong(InnerNode.slotAt(type, node, step >> 8));
            total += isFree(child) ? weigh(child) : 0;
        }
        return total;
    }

    private int countOthers(int type, long node, int first, int last) {
        int count = 0;
        for (int step = InnerNode.ceiling(type, node, first);
                isUpTo(step, last);
                step = InnerNode.next(type, node, step)) {
            count += isFree(Memory.getLong(InnerNode.slotAt(type, node, step >> 8))) ? 0 : 1;
        }
        return count;
    }

    private long other(int type, long node, int number) {
        int left = number;
        for (int step = InnerNode.first(type, node); ; step = InnerNode.next(type, node, step)) {
            long child = Memory.getLong(InnerNode.slotAt(type, node, step >> 8));
            if (!isFree(child) && left-- == 0) {
                return child;
            }
        }
    }

    private static boolean isUpTo(int step, int last) {
        return step != InnerNode.NONE && (step & 0xFF) <= last;
    }

    /** Whether a child can be weighed without visiting a node. */
    private boolean isFree(long child) {
        int type = NodePointer.type(child);
        return NodeType.isImmediate(type) || (weight == Weight.KEYS && NodeType.isValue(type));
    }

    private double weigh(long value) {
        visited += isFree(value) ? 0 : 1;
        return weight.of(NodePointer.withoutImpliedZero(value));
    }
}
