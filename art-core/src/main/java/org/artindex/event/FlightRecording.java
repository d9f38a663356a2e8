package org.artindex.event;

import jdk.jfr.FlightRecorder;

/** Whether Java Flight Recorder is in use, so that an event is worth making: it is an optional module. */
public final class FlightRecording {
    private static final boolean IS_PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecording() {}

    /** Whether any recording was begun in this JVM. */
    public static boolean isOn() {
        return IS_PRESENT && FlightRecorder.isInitialized();
    }
}
