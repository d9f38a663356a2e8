package org.artindex;

import java.util.ArrayList;
import java.util.List;
import org.artindex.build.TreeBuild;
import org.jspecify.annotations.Nullable;

/** The bulk builds of a batch that are neither finished nor closed. Does not refer to the batch, so that a leaked one is found, unless
 * a listener of the host does. */
final class OpenBuilds {
    private final List<OpenBuild> builds = new ArrayList<>();

    /** Trees that are built together, and the table whose rows they are checked against. */
    private record OpenBuild(@Nullable Table table, List<TreeBuild> trees) {}

    void add(@Nullable Table table, List<TreeBuild> trees) {
        builds.add(new OpenBuild(table, trees));
    }

    void remove(List<TreeBuild> trees) {
        builds.removeIf(build -> build.trees.equals(trees));
    }

    /** Ends all of them, since their batch is rolled back. */
    void rollback() {
        builds.forEach(build -> build.trees.forEach(TreeBuild::rollback));
        builds.clear();
    }

    void requireNone() {
        if (!builds.isEmpty()) {
            throw new IllegalStateException("a bulk build of this batch is neither finished nor closed");
        }
    }

    /** A build has checked rows against those that are live, and makes entries for the indexes that were there. */
    void requireNoneOf(@Nullable Table table) {
        for (OpenBuild build : builds) {
            if (table != null && table.equals(build.table)) {
                throw new IllegalStateException("a bulk build over table " + table.name()
                        + " is neither finished nor closed: its rows and indexes cannot change");
            }
        }
    }
}
