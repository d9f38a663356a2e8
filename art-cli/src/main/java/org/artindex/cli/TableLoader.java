package org.artindex.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeySchema;

/**
 * Makes the rows of a CSV the rows of a new table, with all its indexes in one pass. The row id is the number of the row, from 0;
 * an empty field is NULL.
 */
final class TableLoader {
    private static final int ROWS_A_REPORT = 1 << 10;

    private final Batch batch;
    private final CsvFile csv;
    private final Table table;
    private final List<KeyMaker> makers = new ArrayList<>();

    /** Makes the keys of one index. */
    private record KeyMaker(Index index, KeySchema schema, List<Integer> places, KeyBuffer key) {}

    private TableLoader(Batch batch, String tableName, CsvFile csv, List<KeySpec> specs) {
        this.batch = batch;
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
        while (csv.next()) {
            loader.loadRow();
            if (csv.row() % ROWS_A_REPORT == 0) {
                progress.accept(csv.bytesRead());
            }
        }
        return csv.row() + 1;
    }

    private void loadRow() {
        byte[][] keys = new byte[makers.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(makers.get(i));
        }
        batch.insertRow(table, csv.row(), keys);
    }

    private byte[] key(KeyMaker maker) {
        maker.key().clear();
        for (int i = 0; i < maker.places().size(); i++) {
            put(maker, maker.schema().columns().get(i), csv.field(maker.places().get(i)));
        }
        byte[] key = maker.key().toBytes();
        if (maker.index().uniqueness().isUnique()) {
            refuseSecond(maker, key);
        }
        return key;
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

    /** The batch would refuse it too, but only at its end and without the line. */
    private void refuseSecond(KeyMaker maker, byte[] key) {
        long other = batch.get(maker.index(), key);
        if (other != IndexReader.ABSENT && !maker.schema().hasNull(key)) {
            throw csv.failureOfRow(
                    "index " + maker.index().name() + " is unique, but " + csv.place(other) + " has the same key: "
                            + IndexKeys.show(maker.schema(), maker.schema().decode(key)));
        }
    }
}
