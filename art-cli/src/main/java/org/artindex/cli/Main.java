package org.artindex.cli;

/** Entry point of the art command. */
public final class Main {
    private Main() {}

    /** Prints the usage. */
    public static void main(String[] args) {
        System.out.println("usage: art <command> [options]");
    }
}
