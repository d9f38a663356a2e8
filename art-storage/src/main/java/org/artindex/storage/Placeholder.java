package org.artindex.storage;

/** Keeps the package exportable until its first class is here; then this file goes. */
final class Placeholder {
    private Placeholder() {}
}
