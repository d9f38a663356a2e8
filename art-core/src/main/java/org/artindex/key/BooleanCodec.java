package org.artindex.key;

/** One byte: 00 false, 01 true. */
final class BooleanCodec extends ValueCodec<Boolean> {
    BooleanCodec() {
        super(Boolean.class, 1);
    }

    @Override
    void writeValue(KeyBuffer out, Boolean value) {
        out.putBigEndian(value ? 1 : 0, 1);
    }

    @Override
    Boolean read(KeyReader in) {
        int read = in.readByte();
        if (read > 1) {
            throw in.malformed("boolean byte " + read);
        }
        return read == 1;
    }

    @Override
    Boolean parse(String text) {
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw new IllegalArgumentException("neither true nor false");
    }
}
