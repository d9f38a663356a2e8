package org.artindex.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.artindex.ArtIndexException;
import org.artindex.Engine;

/** Stands in for the store until art-storage has one: the file holds a token, the engine lives as long as the process. */
final class IndexFile implements AutoCloseable {
    private static final Map<String, Engine> ENGINES = new ConcurrentHashMap<>();

    private final Engine engine;

    private IndexFile(Engine engine) {
        this.engine = engine;
    }

    static IndexFile create(Path path) throws IOException {
        String token = "token " + UUID.randomUUID();
        Files.writeString(path, token, StandardCharsets.UTF_8, java.nio.file.StandardOpenOption.CREATE_NEW);
        Engine engine = Engine.inMemory();
        ENGINES.put(token, engine);
        return new IndexFile(engine);
    }

    static IndexFile openReadOnly(Path path) throws IOException {
        Engine engine = ENGINES.get(new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
        if (engine == null) {
            throw new ArtIndexException(path + " is no index file");
        }
        return new IndexFile(engine);
    }

    Engine engine() {
        return engine;
    }

    void checkpoint() {}

    @Override
    public void close() {}
}
