package org.artindex.storage;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.artindex.ArtIndexException;
import org.artindex.CatalogException;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Index.Uniqueness.Rule;
import org.artindex.Table;
import org.artindex.key.KeySchema;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * A root record as bytes: tables, indexes and the pointers to their trees.
 *
 * <table>
 * <caption>Catalog, little-endian</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>version of this form, 1</td></tr>
 * <tr><td>4</td><td>4</td><td>id that the next table or index gets</td></tr>
 * <tr><td>8</td><td>8</td><td>version of the root record</td></tr>
 * <tr><td>16</td><td>4</td><td>count of tables</td></tr>
 * <tr><td>20</td><td>4</td><td>count of indexes</td></tr>
 * <tr><td>24</td><td></td><td>tables, then indexes, each ascending by id</td></tr>
 * </table>
 *
 * <table>
 * <caption>Table</caption>
 * <tr><td>0</td><td>4</td><td>bytes of this entry that follow</td></tr>
 * <tr><td>4</td><td>4</td><td>id</td></tr>
 * <tr><td>8</td><td>8</td><td>pointer to the set of live rows</td></tr>
 * <tr><td>16</td><td>2</td><td>n: bytes of the name</td></tr>
 * <tr><td>18</td><td>n</td><td>name, UTF-8</td></tr>
 * </table>
 *
 * <table>
 * <caption>Index</caption>
 * <tr><td>0</td><td>4</td><td>bytes of this entry that follow</td></tr>
 * <tr><td>4</td><td>4</td><td>id</td></tr>
 * <tr><td>8</td><td>4</td><td>id of its table, 0 for none</td></tr>
 * <tr><td>12</td><td>2</td><td>uniqueness: 0 not unique, 1 unique with NULLs distinct, 2 unique with NULLs not distinct</td></tr>
 * <tr><td>14</td><td>2</td><td>how many of the first columns are compared for it, 0 for the whole key</td></tr>
 * <tr><td>16</td><td>8</td><td>pointer to the root of the tree</td></tr>
 * <tr><td>24</td><td>8</td><td>count of keys</td></tr>
 * <tr><td>32</td><td>8</td><td>count of entries</td></tr>
 * <tr><td>40</td><td>8</td><td>fingerprint of the schema, 0 for none</td></tr>
 * <tr><td>48</td><td>2</td><td>n: bytes of the name</td></tr>
 * <tr><td>50</td><td>n</td><td>name, UTF-8</td></tr>
 * <tr><td>50 + n</td><td>4</td><td>s: bytes of the schema, 0 for none</td></tr>
 * <tr><td>54 + n</td><td>s</td><td>schema, see docs/key-encoding.md</td></tr>
 * </table>
 *
 * <p>A later version may append fields to an entry: a reader skips what its length counts beyond the fields it knows.
 */
final class Catalog {
    private static final int FORM_VERSION = 1;
    private static final int HEADER_SIZE = 24;

    private final ByteBuffer in;
    private final String place;

    private Catalog(ByteBuffer in, String place) {
        this.in = in;
        this.place = place;
    }

    /**
     * Writes a record.
     *
     * @throws StoreException when a name is no well-formed text
     */
    static ByteBuffer encode(RootRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(buffer(HEADER_SIZE)
                .putInt(FORM_VERSION)
                .putInt(record.nextId())
                .putLong(record.version())
                .putInt(record.tables().size())
                .putInt(record.indexes().size())
                .array());
        record.tables().forEach(table -> out.writeBytes(encode(table)));
        record.indexes().forEach(index -> out.writeBytes(encode(index)));
        return ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a catalog whose checksums are right.
     *
     * @param name names the file in messages
     * @throws CorruptionException when it is not one all the same
     * @throws SchemaMismatchException when an index was written with another key encoding
     */
    static RootRecord decode(ByteBuffer bytes, String name) {
        Catalog catalog = new Catalog(bytes, name + ", catalog");
        try {
            return catalog.read();
        } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException | CatalogException e) {
            throw new CorruptionException(catalog.place + ": ends early or is ill-formed: " + e, e);
        }
    }

    private static byte[] encode(TableState state) {
        byte[] name = nameBytes(state.table().name());
        int size = 18 + name.length;
        return buffer(size)
                .putInt(size - Integer.BYTES)
                .putInt(state.table().id())
                .putLong(state.live())
                .putShort((short) name.length)
                .put(name)
                .array();
    }

    private static byte[] encode(IndexState state) {
        Index index = state.index();
        KeySchema schema = index.schema();
        byte[] name = nameBytes(index.name());
        byte[] schemaBytes = schema == null ? new byte[0] : schema.toBytes();
        int size = 54 + name.length + schemaBytes.length;
        return buffer(size)
                .putInt(size - Integer.BYTES)
                .putInt(index.id())
                .putInt(index.table() == null ? 0 : index.table().id())
                .putShort((short) index.uniqueness().rule().code())
                .putShort((short) index.uniqueness().columns())
                .putLong(state.root())
                .putLong(state.keys())
                .putLong(state.entries())
                .putLong(schema == null ? 0 : schema.fingerprint())
                .putShort((short) name.length)
                .put(name)
                .putInt(schemaBytes.length)
                .put(schemaBytes)
                .array();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] nameBytes(String name) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new StoreException("the name " + name + " is no well-formed text and cannot be stored", e);
        }
    }

    private RootRecord read() throws CharacterCodingException {
        int version = in.getInt();
        if (version != FORM_VERSION) {
            throw new UnsupportedFormatException(
                    place + ": form version " + version + "; this version reads " + FORM_VERSION);
        }
        int nextId = in.getInt();
        long recordVersion = in.getLong();
        int tableCount = in.getInt();
        int indexCount = in.getInt();
        List<TableState> tables = new ArrayList<>();
        int lastId = 0;
        for (int i = 0; i < tableCount; i++) {
            ByteBuffer entry = entry();
            int id = checkedId(entry.getInt(), lastId, nextId);
            lastId = id;
            long live = checkedRoot(entry.getLong());
            tables.add(new TableState(new Table(id, name(entry)), live));
        }
        List<IndexState> indexes = new ArrayList<>();
        lastId = 0;
        for (int i = 0; i < indexCount; i++) {
            IndexState index = readIndex(entry(), lastId, nextId, tables);
            lastId = index.index().id();
            indexes.add(index);
        }
        check(!in.hasRemaining(), in.remaining() + " bytes more than its entries take");
        return new RootRecord(recordVersion, nextId, tables, indexes);
    }

    private IndexState readIndex(ByteBuffer entry, int lastId, int nextId, List<TableState> tables)
            throws CharacterCodingException {
        int id = checkedId(entry.getInt(), lastId, nextId);
        Table table = table(entry.getInt(), tables);
        Uniqueness uniqueness = uniqueness(entry.getShort(), entry.getShort());
        long root = checkedRoot(entry.getLong());
        long keys = entry.getLong();
        long entries = entry.getLong();
        check(keys >= 0 && entries >= keys, "impossible counts of index " + id);
        check(root == 0 == (keys == 0), "index " + id + " of " + keys + " keys has root " + root);
        long fingerprint = entry.getLong();
        String name = name(entry);
        int schemaSize = entry.getInt();
        check(schemaSize >= 0 && schemaSize <= entry.remaining(), "impossible size of a schema: " + schemaSize);
        byte[] schemaBytes = new byte[schemaSize];
        entry.get(schemaBytes);
        KeySchema schema = schemaSize == 0 ? null : schema(name, schemaBytes, fingerprint);
        return new IndexState(new Index(id, name, table, schema, uniqueness), root, keys, entries);
    }

    private ByteBuffer entry() {
        int size = in.getInt();
        check(size >= 0 && size <= in.remaining(), "impossible size of an entry: " + size);
        ByteBuffer entry = in.slice(in.position(), size).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + size);
        return entry;
    }

    private String name(ByteBuffer entry) throws CharacterCodingException {
        int size = entry.getShort() & 0xFFFF;
        check(size <= entry.remaining(), "impossible size of a name: " + size);
        ByteBuffer bytes = entry.slice(entry.position(), size);
        entry.position(entry.position() + size);
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    private int checkedId(int id, int lastId, int nextId) {
        check(id > lastId && id < nextId, "impossible id " + id + " after " + lastId);
        return id;
    }

    /** A root that is followed without further checks: it must not be taken for a place in memory. */
    private long checkedRoot(long root) {
        int type = NodePointer.type(root);
        boolean isPlace = NodeType.isKnown(type) && NodeType.isImmediate(type) != NodePointer.isSerialized(root);
        boolean sound = root == 0 || isPlace;
        check(sound, "impossible root " + Long.toHexString(root));
        return root;
    }

    private @Nullable Table table(int id, List<TableState> tables) {
        if (id == 0) {
            return null;
        }
        for (TableState state : tables) {
            if (state.table().id() == id) {
                return state.table();
            }
        }
        throw new CorruptionException(place + ": there is no table " + id);
    }

    private Uniqueness uniqueness(int code, int columns) {
        for (Rule rule : Rule.values()) {
            if (rule.code() == code) {
                return new Uniqueness(rule, columns);
            }
        }
        throw new CorruptionException(place + ": unknown uniqueness " + code);
    }

    private KeySchema schema(String index, byte[] bytes, long fingerprint) {
        KeySchema schema;
        try {
            schema = KeySchema.fromBytes(bytes);
        } catch (ArtIndexException e) {
            throw new SchemaMismatchException(
                    place + ": index " + index + " has to be rebuilt, its schema cannot be read: " + e.getMessage());
        }
        if (schema.fingerprint() != fingerprint) {
            throw new SchemaMismatchException(
                    place + ": index " + index + " has to be rebuilt, its schema has fingerprint "
                            + Long.toHexString(schema.fingerprint()) + " in this version but was written with "
                            + Long.toHexString(fingerprint));
        }
        return schema;
    }

    private void check(boolean right, String wrong) {
        if (!right) {
            throw new CorruptionException(place + ": " + wrong);
        }
    }
}
