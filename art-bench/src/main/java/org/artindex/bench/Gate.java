package org.artindex.bench;

import java.util.Arrays;
import java.util.Locale;

/** A figure with a limit that it must not pass. */
public sealed interface Gate {
    /** What it is called in the gates' list and in the list of accepted misses. */
    String name();

    /** Whether the figure keeps to the limit, as far as can be told. */
    boolean holds();

    /** The figure and its limit, as on the gate's line before the verdict. */
    String figure();

    /** What the figure comes from, as on the gate's line after the verdict. */
    String detail();

    /**
     * Time of ours over time of a peer, each pair from one round: the median, and the confidence bound on the side of the limit.
     * It holds when the bound touches the limit, so that noise alone makes no miss.
     */
    final class Ratio implements Gate {
        private final String name;
        private final double limit;
        private final double[] ours;
        private final String peer;
        private final double[] peers;

        /**
         * Makes a gate.
         *
         * @param limit the ratio that the median must not pass for certain
         * @param ours nanoseconds an operation, one a round
         * @param peer who is compared with
         * @param peers nanoseconds an operation of the peer in the same rounds
         */
        public Ratio(String name, double limit, double[] ours, String peer, double[] peers) {
            if (ours.length == 0 || ours.length != peers.length) {
                throw new IllegalArgumentException(ours.length + " rounds of ours, " + peers.length + " of " + peer);
            }
            this.name = name;
            this.limit = limit;
            this.ours = ours;
            this.peer = peer;
            this.peers = peers;
        }

        @Override
        public String name() {
            return name;
        }

        /** The median of the ratios. */
        public double ratio() {
            return Rounds.median(ratios());
        }

        double bound() {
            return Rounds.lowerBoundOfMedian(ratios());
        }

        @Override
        public boolean holds() {
            return bound() <= limit;
        }

        @Override
        public String figure() {
            return String.format(Locale.ROOT, "ratio=%.3f limit=%s", ratio(), plain(limit));
        }

        @Override
        public String detail() {
            return String.format(
                    Locale.ROOT,
                    "bound=%.3f ours=%.1fns %s=%.1fns rounds=%d",
                    bound(),
                    Rounds.median(ours),
                    peer,
                    Rounds.median(peers),
                    ours.length);
        }

        private double[] ratios() {
            double[] ratios = new double[ours.length];
            Arrays.setAll(ratios, i -> ours[i] / peers[i]);
            return ratios;
        }
    }

    /**
     * A count of bytes, which no noise touches.
     *
     * @param limit the most that may be taken
     * @param bytes what is taken
     * @param detail further figures
     */
    record Bytes(String name, double limit, double bytes, String detail) implements Gate {
        /** A gate whose limit is a part or a multiple of what a peer takes. */
        public static Bytes against(String name, double factor, double bytes, String peer, double peers) {
            double limit = Math.round(factor * peers * 100) / 100.0;
            String detail = String.format(Locale.ROOT, "ratio=%.3f of %s=%.2f", bytes / peers, peer, peers);
            return new Bytes(name, limit, bytes, detail);
        }

        @Override
        public boolean holds() {
            return bytes <= limit;
        }

        @Override
        public String figure() {
            return String.format(Locale.ROOT, "bytes=%.2f limit=%s", bytes, plain(limit));
        }
    }

    /** A name as part of a gate's name. */
    static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String plain(double limit) {
        return limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit);
    }
}
