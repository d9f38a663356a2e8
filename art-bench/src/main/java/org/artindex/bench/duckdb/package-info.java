/** Group K: the workloads of DuckDB's own index benchmarks, against DuckDB. */
@NullMarked
package org.artindex.bench.duckdb;

import org.jspecify.annotations.NullMarked;
