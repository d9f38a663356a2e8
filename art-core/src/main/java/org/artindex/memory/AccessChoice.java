package org.artindex.memory;

import java.nio.ByteOrder;
import java.util.Objects;
import org.artindex.ArtIndexException;
import org.jspecify.annotations.Nullable;

/**
 * Which {@link MemoryAccess} this JVM uses, decided once: by the system property {@code art.memory}, and without it
 * {@code sun.misc.Unsafe} where the JVM allows that, else {@code java.lang.foreign}.
 */
final class AccessChoice {
    static final String UNSAFE = "unsafe";
    static final String FOREIGN = "foreign";
    static final String CHECKED = "checked";

    private static final String PROPERTY = "art.memory";
    private static final int FIRST_FOREIGN_JDK = 22;

    private static final @Nullable MemoryAccess ACCESS;
    private static final @Nullable ArtIndexException REFUSAL;

    static {
        MemoryAccess access = null;
        ArtIndexException refusal = null;
        try {
            access = choose();
        } catch (ArtIndexException refused) {
            refusal = refused;
        }
        ACCESS = access;
        REFUSAL = refusal;
    }

    private AccessChoice() {}

    /**
     * The access of this JVM.
     *
     * @throws ArtIndexException saying what is missing, or which flag, where memory cannot be reached
     */
    static MemoryAccess access() {
        if (ACCESS != null) {
            return ACCESS;
        }
        ArtIndexException refusal = Objects.requireNonNull(REFUSAL);
        throw new ArtIndexException(String.valueOf(refusal.getMessage()), refusal);
    }

    private static MemoryAccess choose() {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new ArtIndexException("a little-endian machine is needed: nodes have one byte order");
        }
        String wanted = System.getProperty(PROPERTY, "");
        return switch (wanted) {
            case "" -> chooseByJvm();
            case UNSAFE -> unsafe();
            case FOREIGN -> foreign();
            case CHECKED -> new CheckedAccess(chooseByJvm());
            default ->
                throw new ArtIndexException("system property " + PROPERTY + " is " + wanted + ", not " + UNSAFE + ", "
                        + FOREIGN + " or " + CHECKED);
        };
    }

    private static MemoryAccess chooseByJvm() {
        try {
            return unsafe();
        } catch (ArtIndexException denied) {
            if (Runtime.version().feature() < FIRST_FOREIGN_JDK) {
                throw denied;
            }
            return foreign();
        }
    }

    private static MemoryAccess unsafe() {
        try {
            return proved(new UnsafeAccess());
        } catch (UnsupportedOperationException | LinkageError denied) {
            throw new ArtIndexException(
                    "this JVM denies access to memory through sun.misc.Unsafe: start it with"
                            + " --sun-misc-unsafe-memory-access=allow",
                    denied);
        }
    }

    private static MemoryAccess foreign() {
        int jdk = Runtime.version().feature();
        if (jdk < FIRST_FOREIGN_JDK) {
            throw new ArtIndexException("memory through java.lang.foreign needs a JDK " + FIRST_FOREIGN_JDK
                    + " or newer, and this is " + jdk);
        }
        try {
            return proved(new ForeignAccess());
        } catch (IllegalCallerException | LinkageError denied) {
            Module module = AccessChoice.class.getModule();
            throw new ArtIndexException(
                    "this JVM denies access to memory through java.lang.foreign: start it with --enable-native-access="
                            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"),
                    denied);
        }
    }

    private static MemoryAccess proved(MemoryAccess access) {
        long address = access.allocate(Long.BYTES);
        access.free(address, Long.BYTES);
        if ((address & (Long.BYTES - 1)) != 0 || address >>> Arena.ADDRESS_BITS != 0) {
            throw new ArtIndexException("the system gives memory at " + Long.toHexString(address)
                    + ": addresses must be multiples of " + Long.BYTES + " below 2^" + Arena.ADDRESS_BITS);
        }
        return access;
    }
}
