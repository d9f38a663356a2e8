package org.artindex.bench.duckdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.artindex.bench.CpuTime;
import org.artindex.bench.KeyColumn;
import org.artindex.bench.RowSum;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeySchema;

/** A database of DuckDB in memory, with one thread: that which calls, so that its processor time is that of the statement. */
public final class DuckDb implements AutoCloseable {
    private final Connection connection;

    /** Opens an empty one. */
    public DuckDb() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot open DuckDB", failed);
        }
        run("SET threads = 1");
        run("SELECT setseed(0.5)");
    }

    /** Runs statements. */
    public void run(String... statements) {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException failed) {
                throw new IllegalStateException("DuckDB refused: " + sql, failed);
            }
        }
    }

    /** Runs a statement and returns the nanoseconds of processor time that it took. */
    public long time(String sql) {
        return CpuTime.of(() -> run(sql));
    }

    /** The only number that a query returns. */
    public long number(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB refused: " + sql, failed);
        }
    }

    /** Of each {@code step}-th row, how many rows have its value in a column, and the sum of their ids. */
    Map<Long, RowSum> rowSums(String table, String column, long step) {
        String sql = "SELECT s.place, count(*), sum(t.rowid) FROM " + table + " t JOIN (SELECT " + column
                + " AS value, rowid AS place FROM " + table + " WHERE rowid % " + step + " = 0) s ON t." + column
                + " = s.value GROUP BY s.place";
        Map<Long, RowSum> sums = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                sums.put(result.getLong(1), new RowSum(result.getLong(2), result.getLong(3)));
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB refused: " + sql, failed);
        }
        return sums;
    }

    /** The ids of the rows that a condition, {@code WHERE} included, chooses. */
    int[] rows(String table, String where) {
        int[] rows = new int[(int) number("SELECT count(*) FROM " + table + where)];
        String sql = "SELECT rowid FROM " + table + where + " ORDER BY rowid";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            for (int i = 0; result.next(); i++) {
                rows[i] = result.getInt(1);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB refused: " + sql, failed);
        }
        return rows;
    }

    /** The version of the library. */
    public String version() {
        try {
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB does not know its version", failed);
        }
    }

    /** Bytes that all indexes hold, in whole blocks. */
    public long indexBytes() {
        return number("SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'ART_INDEX'");
    }

    /** The values of a column of a table in the order of its rows, encoded as keys of a type. */
    public KeyColumn keys(String table, String column, ColumnType type) {
        KeyBuffer key = new KeyBuffer(KeySchema.of(Column.asc(column, type).notNull()));
        KeyColumn keys = new KeyColumn((int) number("SELECT count(*) FROM " + table));
        String sql = "SELECT " + column + " FROM " + table + " ORDER BY rowid";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                if (type == ColumnType.TEXT) {
                    keys.add(key.clear().put(result.getString(1)));
                } else {
                    keys.add(key.clear().putLong(result.getLong(1)));
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB refused: " + sql, failed);
        }
        return keys;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new IllegalStateException("DuckDB does not close", failed);
        }
    }
}
