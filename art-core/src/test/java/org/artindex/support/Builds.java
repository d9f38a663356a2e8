package org.artindex.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.artindex.Batch;
import org.artindex.BuildOptions;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexBuild;

/** Bulk builds for tests. */
public final class Builds {
    private Builds() {}

    /** Builds a new index, which is expected to have the entries then. */
    public static Index build(CheckedEngine db, BuildOptions options, Stream<Oracle.Entry> entries) {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        List<Oracle.Entry> all = entries.toList();
        all.forEach(entry -> oracle.put(entry.key(), entry.row()));
        try (Batch batch = db.begin()) {
            assertThat(addAll(batch, index, options, all)).isEqualTo(oracle.entryCount());
            batch.commit();
        }
        return index;
    }

    /** Builds entries, and says how many the index did not have. */
    public static long addAll(Batch batch, Index index, BuildOptions options, List<Oracle.Entry> entries) {
        try (IndexBuild build = batch.build(index, options)) {
            entries.forEach(entry -> build.add(entry.key(), entry.row()));
            return build.finish();
        }
    }

    public static Oracle.Entry entry(byte[] key, long row) {
        return new Oracle.Entry(key, row);
    }
}
