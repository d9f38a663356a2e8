package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.junit.jupiter.api.Test;

/** The example in docs/file-format.md is a file that this version writes. */
class FormatDocumentTest {
    private static final Path DOCUMENT = document();
    private static final String BEGIN = "<!-- example begins -->\n```\n";
    private static final String END = "```\n<!-- example ends -->";

    @Test
    void theDocumentShowsTheBytesThatAreWritten() throws IOException {
        String text = Files.readString(DOCUMENT);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        String shown = text.substring(from, text.indexOf(END));
        String actual = dump(example().bytes());
        if (!shown.equals(actual)) {
            Files.writeString(Path.of("target", "file-format-example.txt"), actual);
        }
        assertThat(shown).as("see target/file-format-example.txt").isEqualTo(actual);
    }

    private static SimulatedDisk example() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(64 * 1024);
        StoreHeader header = StoreHeader.ofNewFile(4096, new FileIdentity(0x1716151413121110L, 0x1F1E1D1C1B1A1918L));
        HeaderSlots.write(disk, 0, header);
        HeaderSlots.write(disk, 1, header);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Table table = batch.createTable("towns");
                KeySchema schema = KeySchema.of(Column.asc("name", ColumnType.TEXT));
                Index index = batch.createIndex(table, "by name", schema, Uniqueness.NOT_UNIQUE);
                batch.insertRow(table, 1, index.key("Bern"));
                batch.insertRow(table, 2, index.key("Basel"));
                batch.insertRow(table, 3, index.key("Bern"));
                batch.commit();
            }
            store.checkpoint();
        }
        return disk;
    }

    /** Sixteen bytes a line; a run of lines of zeros is shown as a star. */
    private static String dump(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        boolean inZeros = false;
        for (int at = 0; at < bytes.length; at += 16) {
            byte[] line = Arrays.copyOfRange(bytes, at, at + 16);
            if (ByteBuffer.wrap(line).equals(ByteBuffer.allocate(16))) {
                out.append(inZeros ? "" : "*\n");
                inZeros = true;
                continue;
            }
            inZeros = false;
            out.append(
                    String.format("%05x  %s  ", at, HexFormat.ofDelimiter(" ").formatHex(line)));
            for (byte next : line) {
                out.append(next >= 0x20 && next < 0x7F ? (char) next : '.');
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static Path document() {
        Path inModule = Path.of("..", "docs", "file-format.md");
        return Files.exists(inModule) ? inModule : Path.of("docs", "file-format.md");
    }
}
