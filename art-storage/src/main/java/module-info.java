/** The file of an index. */
module org.artindex.storage {
    requires transitive org.artindex.core;
    requires static org.jspecify;

    exports org.artindex.storage;
}
