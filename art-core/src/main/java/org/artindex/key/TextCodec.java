package org.artindex.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The UTF-8 bytes of the text, escaped and terminated, see {@link KeyBuffer#putEscaped}. UTF-8 is written by hand, as
 * {@link String#getBytes} allocates and puts a question mark where a surrogate stands alone.
 */
final class TextCodec extends ValueCodec<String> {
    private static final int TYPICAL_LENGTH = 16;

    TextCodec() {
        super(String.class, TYPICAL_LENGTH);
    }

    @Override
    void writeValue(KeyBuffer out, String value) {
        out.claim(escapedLength(out, value) + 1);
        writeContent(out, value);
        out.putTerminator();
    }

    @Override
    void writePrefix(KeyBuffer out, Object prefix) {
        if (!(prefix instanceof String text)) {
            throw out.refused(prefix, "expected String");
        }
        out.claim(escapedLength(out, text));
        writeContent(out, text);
    }

    @Override
    String read(KeyReader in) {
        byte[] utf8 = in.readEscaped();
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
        if (loneSurrogate(text) >= 0) {
            throw new IllegalArgumentException("lone surrogate");
        }
        return text;
    }

    private static void writeContent(KeyBuffer out, String value) {
        int i = 0;
        while (i < value.length()) {
            char c = value.charAt(i);
            if (c < 0x80) {
                out.putEscaped(c);
                i++;
            } else {
                int point = value.codePointAt(i);
                writeMultiByte(out, point);
                i += Character.charCount(point);
            }
        }
    }

    /** No byte of a longer UTF-8 form is below 80, so none needs an escape. */
    private static void writeMultiByte(KeyBuffer out, int point) {
        if (point < 0x800) {
            out.putByte(0xC0 | (point >> 6));
        } else {
            if (point < 0x10000) {
                out.putByte(0xE0 | (point >> 12));
            } else {
                out.putByte(0xF0 | (point >> 18));
                out.putByte(0x80 | ((point >> 12) & 0x3F));
            }
            out.putByte(0x80 | ((point >> 6) & 0x3F));
        }
        out.putByte(0x80 | (point & 0x3F));
    }

    private static long escapedLength(KeyBuffer out, String value) {
        long length = 0;
        boolean surrogates = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                length += c <= KeyBuffer.ESCAPE ? 2 : 1;
            } else if (c < 0x800) {
                length += 2;
            } else if (Character.isSurrogate(c)) {
                surrogates = true;
                length += 2;
            } else {
                length += 3;
            }
        }
        int lone = surrogates ? loneSurrogate(value) : -1;
        if (lone >= 0) {
            throw out.refused(value, "lone surrogate at index " + lone);
        }
        return length;
    }

    private static int loneSurrogate(String value) {
        int i = 0;
        while (i < value.length()) {
            int point = value.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return i;
            }
            i += Character.charCount(point);
        }
        return -1;
    }
}
