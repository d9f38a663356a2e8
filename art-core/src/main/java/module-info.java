/** The index in memory. */
@SuppressWarnings("module") // the friends below are compiled after this module
module org.artindex.core {
    requires chronicle.bytes;
    requires chronicle.core;
    requires jdk.unsupported;
    requires static jdk.jfr;
    requires static org.jspecify;

    exports org.artindex;
    exports org.artindex.key;
    exports org.artindex.event to
            org.artindex.storage;
    exports org.artindex.memory to
            org.artindex.storage,
            org.artindex.bench;
    exports org.artindex.postings to
            org.artindex.storage,
            org.artindex.bench;
    exports org.artindex.state to
            org.artindex.storage,
            org.artindex.bench;
    exports org.artindex.tree to
            org.artindex.storage,
            org.artindex.bench;
}
