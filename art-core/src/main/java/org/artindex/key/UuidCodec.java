package org.artindex.key;

import java.util.UUID;

/** The sixteen bytes of the UUID as they are printed. */
final class UuidCodec extends ValueCodec<UUID> {
    private static final int TEXT_LENGTH = 36;

    UuidCodec() {
        super(UUID.class, 2 * Long.BYTES);
    }

    @Override
    void writeValue(KeyBuffer out, UUID value) {
        out.putBigEndian(value.getMostSignificantBits(), Long.BYTES);
        out.putBigEndian(value.getLeastSignificantBits(), Long.BYTES);
    }

    @Override
    UUID read(KeyReader in) {
        long high = in.readBigEndian(Long.BYTES);
        return new UUID(high, in.readBigEndian(Long.BYTES));
    }

    @Override
    UUID parse(String text) {
        // fromString also takes groups that are too short and fills them up with zeros
        if (text.length() != TEXT_LENGTH) {
            throw new IllegalArgumentException("not " + TEXT_LENGTH + " characters");
        }
        UUID value = UUID.fromString(text);
        if (!value.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("not in groups of 8, 4, 4, 4 and 12 digits");
        }
        return value;
    }
}
