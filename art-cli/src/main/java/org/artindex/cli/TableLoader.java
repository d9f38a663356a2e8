package org.artindex.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.artindex.Batch;
import org.artindex.BuildOptions;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.artindex.Table;
import org.artindex.TableBuild;
import org.artindex.key.Column;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeySchema;

/**
 * Makes the rows of a CSV the rows of a new table, with all its indexes in one pass. The row id is the number of the row, from 0;
 * an empty field is NULL.
 */
final class TableLoader {
    private static final int ROWS_A_REPORT = 1 << 10;

    private final CsvFile csv;
    private final Table table;
    private final List<KeyMaker> makers = new ArrayList<>();

    /** Makes the keys of one index. */
    private record KeyMaker(Index index, KeySchema schema, List<Integer> places, KeyBuffer key) {}

    private TableLoader(Batch batch, String tableName, CsvFile csv, List<KeySpec> specs) {
        this.csv = csv;
        this.table = batch.createTable(tableName);
        for (KeySpec spec : specs) {
            KeySchema schema = spec.schema();
            List<Integer> places = schema.columns().stream()
                    .map(column -> csv.column(column.name()))
                    .toList();
            Uniqueness uniqueness = spec.unique() ? Uniqueness.UNIQUE : Uniqueness.NOT_UNIQUE;
            Index index = batch.createIndex(table, spec.name(), schema, uniqueness);
            makers.add(new KeyMaker(index, schema, places, new KeyBuffer(schema)));
        }
    }

    /**
     * Loads a table.
     *
     * @param progress told now and then how many bytes of the CSV are read
     * @return the number of its rows
     * @throws CommandFailure where the CSV does not have the columns, a value is not of its column's type, a key is too long or
     *     stands twice in a unique index; names the line
     */
    static long load(Batch batch, String tableName, CsvFile csv, List<KeySpec> specs, LongConsumer progress) {
        TableLoader loader = new TableLoader(batch, tableName, csv, specs);
        try (TableBuild build = batch.build(loader.table, BuildOptions.DEFAULT)) {
            while (csv.next()) {
                build.add(csv.row(), loader.keys());
                if (csv.row() % ROWS_A_REPORT == 0) {
                    progress.accept(csv.bytesRead());
                }
            }
            return build.finish();
        } catch (DuplicateKeyException duplicate) {
            throw loader.failure(duplicate);
        }
    }

    private byte[][] keys() {
        byte[][] keys = new byte[makers.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(makers.get(i));
        }
        return keys;
    }

    private byte[] key(KeyMaker maker) {
        maker.key().clear();
        for (int i = 0; i < maker.places().size(); i++) {
            put(maker, maker.schema().columns().get(i), csv.field(maker.places().get(i)));
        }
        return maker.key().toBytes();
    }

    private void put(KeyMaker maker, Column column, String field) {
        try {
            maker.key().put(field.isEmpty() ? null : ValueText.parse(column, field));
        } catch (CommandFailure e) {
            throw csv.failure(String.valueOf(e.getMessage()));
        } catch (InvalidKeyException e) {
            throw csv.failure("column " + column.name() + ": "
                    + (field.isEmpty()
                            ? "empty, but NOT NULL in index " + maker.index().name()
                            : e.getMessage()));
        } catch (KeyTooLongException e) {
            throw csv.failure("index " + maker.index().name() + ": " + e.getMessage());
        }
    }

    private CommandFailure failure(DuplicateKeyException duplicate) {
        KeySchema schema = makers.stream()
                .filter(maker -> maker.index().name().equals(duplicate.indexName()))
                .findFirst()
                .orElseThrow(() -> duplicate)
                .schema();
        return csv.failureOfRow(
                duplicate.secondRow(),
                "index " + duplicate.indexName() + " is unique, but " + csv.place(duplicate.firstRow())
                        + " has the same key: " + IndexKeys.show(schema, schema.decode(duplicate.key())));
    }
}
