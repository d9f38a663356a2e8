package org.artindex.key;

import java.util.HexFormat;

/** The bytes, escaped and terminated, see {@link KeyBuffer#writeEscaped}. */
final class BytesCodec extends ValueCodec<byte[]> {
    private static final int TYPICAL_LENGTH = 16;

    BytesCodec() {
        super(byte[].class, TYPICAL_LENGTH);
    }

    @Override
    void writeValue(KeyBuffer out, byte[] value) {
        out.claim(escapedLength(value) + 1);
        writeContent(out, value);
        out.putTerminator();
    }

    @Override
    void writePrefix(KeyBuffer out, Object prefix) {
        if (!(prefix instanceof byte[] bytes)) {
            throw out.refused(prefix, "expected byte[]");
        }
        out.claim(escapedLength(bytes));
        writeContent(out, bytes);
    }

    @Override
    byte[] read(KeyReader in) {
        return in.readEscaped();
    }

    @Override
    void skip(KeyReader in) {
        in.skipEscaped();
    }

    @Override
    byte[] parse(String text) {
        return HexFormat.of().parseHex(text);
    }

    @Override
    String text(byte[] value) {
        return HexFormat.of().formatHex(value);
    }

    private static void writeContent(KeyBuffer out, byte[] value) {
        byte[] bytes = out.bytes();
        int at = out.position();
        for (byte content : value) {
            at = KeyBuffer.writeEscaped(bytes, at, content & 0xFF);
        }
        out.moveTo(at);
    }

    private static long escapedLength(byte[] value) {
        long length = value.length;
        for (byte content : value) {
            if (content == 0 || content == KeyBuffer.ESCAPE) {
                length++;
            }
        }
        return length;
    }
}
