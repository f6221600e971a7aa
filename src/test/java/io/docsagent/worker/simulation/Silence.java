package io.docsagent.worker.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Keeps the logs of the one thread that simulates out of the output; what matters is in the trace. */
final class Silence extends TurboFilter {

    private final Thread simulating;

    private Silence(Thread simulating) {
        this.simulating = simulating;
    }

    /** Until {@link #end}: the thread runs other tests afterwards, whose logs count. */
    static void begin() {
        logs().addTurboFilter(new Silence(Thread.currentThread()));
    }

    static void end() {
        logs().getTurboFilterList()
                .removeIf(filter ->
                        filter instanceof Silence silence && silence.simulating.equals(Thread.currentThread()));
    }

    private static LoggerContext logs() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    @Override
    public FilterReply decide(
            Marker marker, Logger logger, Level level, String format, Object[] parameters, Throwable failure) {
        return simulating.equals(Thread.currentThread()) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
