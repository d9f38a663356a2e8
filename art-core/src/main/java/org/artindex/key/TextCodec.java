package org.artindex.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The UTF-8 bytes of the text, escaped and terminated, see {@link KeyBuffer#writeEscaped}. UTF-8 is written by hand, as
 * {@link String#getBytes} allocates and puts a question mark where a surrogate stands alone.
 */
final class TextCodec extends ValueCodec<String> {
    private static final int TYPICAL_LENGTH = 16;
    private static final int MOST_BYTES_PER_CHAR = 3;

    TextCodec() {
        super(String.class, TYPICAL_LENGTH);
    }

    @Override
    void writeValue(KeyBuffer out, String value) {
        claim(out, value);
        writeContent(out, value);
        out.putTerminator();
    }

    @Override
    void writePrefix(KeyBuffer out, Object prefix) {
        if (!(prefix instanceof String text)) {
            throw out.refused(prefix, "expected String");
        }
        claim(out, text);
        writeContent(out, text);
    }

    @Override
    String read(KeyReader in) {
        byte[] utf8 = in.readEscaped();
        if (isAscii(utf8)) {
            return new String(utf8, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw in.malformed("text is not UTF-8");
        }
    }

    @Override
    void skip(KeyReader in) {
        in.skipEscaped();
    }

    @Override
    String parse(String text) {
        if (hasLoneSurrogate(text)) {
            throw new IllegalArgumentException("lone surrogate");
        }
        return text;
    }

    private static boolean isAscii(byte[] utf8) {
        for (byte next : utf8) {
            if (next < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Claims enough for the text and its terminator. It is counted exactly only where the limit is near, as counting takes as
     * long as writing.
     */
    private static void claim(KeyBuffer out, String value) {
        long most = (long) MOST_BYTES_PER_CHAR * value.length() + 1;
        out.claim(out.position() + most <= KeySchema.MAX_KEY_LENGTH ? most : escapedLength(value) + 1);
    }

    private static void writeContent(KeyBuffer out, String value) {
        byte[] bytes = out.bytes();
        int at = out.position();
        int i = 0;
        while (i < value.length()) {
            char c = value.charAt(i);
            if (c < 0x80) {
                at = KeyBuffer.writeEscaped(bytes, at, c);
                i++;
            } else {
                int point = value.codePointAt(i);
                if (isSurrogate(point)) {
                    throw out.refused(value, "lone surrogate at index " + i);
                }
                at = writeMultiByte(bytes, at, point);
                i += Character.charCount(point);
            }
        }
        out.moveTo(at);
    }

    /** No byte of a longer UTF-8 form is below 80, so none needs an escape. */
    private static int writeMultiByte(byte[] bytes, int at, int point) {
        int next = at;
        if (point < 0x800) {
            bytes[next++] = (byte) (0xC0 | (point >> 6));
        } else {
            if (point < 0x10000) {
                bytes[next++] = (byte) (0xE0 | (point >> 12));
            } else {
                bytes[next++] = (byte) (0xF0 | (point >> 18));
                bytes[next++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            }
            bytes[next++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        }
        bytes[next++] = (byte) (0x80 | (point & 0x3F));
        return next;
    }

    private static long escapedLength(String value) {
        long length = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                length += c <= KeyBuffer.ESCAPE ? 2 : 1;
            } else {
                // the two halves of a pair make four bytes
                length += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
        }
        return length;
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static boolean hasLoneSurrogate(String value) {
        return value.codePoints().anyMatch(TextCodec::isSurrogate);
    }
}
