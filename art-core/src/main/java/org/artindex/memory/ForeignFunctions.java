package org.artindex.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Method handles to {@code java.lang.foreign}, which this code cannot name since it is compiled for JDK 17.
 *
 * <p>All memory is one segment from address 0 on, bound into the handles: so an address is an offset, and the JIT sees constants.
 */
final class ForeignFunctions {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Class<?> SEGMENT = find("MemorySegment");
    private static final Class<?> LAYOUT = find("ValueLayout");
    private static final Object ALL = all();

    private ForeignFunctions() {}

    /** A handle that reads, or writes, a value of a layout that need not be aligned: {@code (long)T} or {@code (long,T)void}. */
    static MethodHandle access(String layout, VarHandle.AccessMode mode) {
        Object ordered = call(layout(layout), "withOrder", LAYOUT, ByteOrder.LITTLE_ENDIAN);
        VarHandle handle = (VarHandle) call(ordered, "varHandle", VarHandle.class);
        return MethodHandles.insertArguments(handle.toMethodHandle(mode), 0, ALL);
    }

    /** {@code (long from, long to, long size)void}. */
    static MethodHandle copy() {
        MethodHandle copy = copy(SEGMENT, long.class, SEGMENT, long.class, long.class);
        return MethodHandles.insertArguments(MethodHandles.insertArguments(copy, 2, ALL), 0, ALL);
    }

    /** {@code (Object array, int index, long to, int size)void}. */
    static MethodHandle copyFromArray() {
        MethodHandle copy = copy(Object.class, int.class, SEGMENT, LAYOUT, long.class, int.class);
        return MethodHandles.insertArguments(copy, 2, ALL, layout("JAVA_BYTE"));
    }

    /** {@code (long from, Object array, int index, int size)void}. */
    static MethodHandle copyToArray() {
        MethodHandle copy = copy(SEGMENT, LAYOUT, long.class, Object.class, int.class, int.class);
        return MethodHandles.insertArguments(copy, 0, ALL, layout("JAVA_BYTE"));
    }

    /**
     * {@code malloc}, as {@code (long size)long}. Memory of an arena would come zeroed, which touches each page of a chunk before its first
     * slab is used.
     */
    static MethodHandle malloc() {
        Class<?> memoryLayout = find("MemoryLayout");
        Object layouts = Array.newInstance(memoryLayout, 1);
        Array.set(layouts, 0, layout("JAVA_LONG"));
        Class<?> descriptor = find("FunctionDescriptor");
        MethodType type = MethodType.methodType(descriptor, memoryLayout, layouts.getClass());
        return nativeFunction("malloc", invokeStatic(descriptor, "of", type, layout("JAVA_LONG"), layouts));
    }

    /** {@code free}, as {@code (long address)void}. */
    static MethodHandle free() {
        Object layouts = Array.newInstance(find("MemoryLayout"), 1);
        Array.set(layouts, 0, layout("JAVA_LONG"));
        Class<?> descriptor = find("FunctionDescriptor");
        MethodType type = MethodType.methodType(descriptor, layouts.getClass());
        return nativeFunction("free", invokeStatic(descriptor, "ofVoid", type, layouts));
    }

    /** Makes an arena that any thread may close: {@code ()AutoCloseable}. */
    static MethodHandle sharedArena() {
        Class<?> arena = find("Arena");
        return findStatic(arena, "ofShared", MethodType.methodType(arena))
                .asType(MethodType.methodType(AutoCloseable.class));
    }

    /** The segment of a buffer: {@code (Buffer)MemorySegment}. */
    static MethodHandle ofBuffer() {
        return findStatic(SEGMENT, "ofBuffer", MethodType.methodType(SEGMENT, Buffer.class));
    }

    static Class<?> find(String name) {
        try {
            return Class.forName("java.lang.foreign." + name);
        } catch (ClassNotFoundException e) {
            throw new LinkageError("no java.lang.foreign." + name, e);
        }
    }

    static MethodHandle findVirtual(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findVirtual(owner, name, type).asFixedArity();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no " + owner.getName() + "." + name, e);
        }
    }

    /** Rethrows what a method handle threw: none of those used here throws a checked exception. */
    static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        throw new LinkageError(thrown.toString(), thrown);
    }

    private static Object all() {
        try {
            Object none = SEGMENT.getField("NULL").get(null);
            MethodType type = MethodType.methodType(SEGMENT, long.class);
            return findVirtual(SEGMENT, "reinterpret", type).invoke(none, Long.MAX_VALUE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static Object layout(String name) {
        try {
            return LAYOUT.getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no java.lang.foreign.ValueLayout." + name, e);
        }
    }

    private static Object call(Object layout, String name, Class<?> result, Object... arguments) {
        try {
            Class<?>[] types = Arrays.stream(arguments).map(Object::getClass).toArray(Class<?>[]::new);
            return findVirtual(LAYOUT, name, MethodType.methodType(result, types))
                    .bindTo(layout)
                    .invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static MethodHandle copy(Class<?>... types) {
        return findStatic(SEGMENT, "copy", MethodType.methodType(void.class, types));
    }

    private static MethodHandle nativeFunction(String name, Object descriptor) {
        Class<?> linkerClass = find("Linker");
        Class<?> options = Array.newInstance(find("Linker$Option"), 0).getClass();
        Class<?> lookup = find("SymbolLookup");
        try {
            Object linker = invokeStatic(linkerClass, "nativeLinker", MethodType.methodType(linkerClass));
            Object symbols = findVirtual(linkerClass, "defaultLookup", MethodType.methodType(lookup))
                    .invoke(linker);
            Optional<?> symbol =
                    (Optional<?>) findVirtual(lookup, "find", MethodType.methodType(Optional.class, String.class))
                            .invoke(symbols, name);
            MethodType type = MethodType.methodType(MethodHandle.class, SEGMENT, find("FunctionDescriptor"), options);
            return (MethodHandle) findVirtual(linkerClass, "downcallHandle", type)
                    .invokeWithArguments(
                            linker, symbol.orElseThrow(), descriptor, Array.newInstance(find("Linker$Option"), 0));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static Object invokeStatic(Class<?> owner, String name, MethodType type, Object... arguments) {
        try {
            return findStatic(owner, name, type).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static MethodHandle findStatic(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findStatic(owner, name, type).asFixedArity();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no " + owner.getName() + "." + name, e);
        }
    }
}
