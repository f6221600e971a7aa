package io.docsagent.worker.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Keeps the logs of the one thread that simulates out of the output; what matters is in the story. */
final class Silence extends TurboFilter {

    private final Thread simulating;

    private Silence(Thread simulating) {
        this.simulating = simulating;
    }

    /** Again before each run: a test beside this one may set up the logs anew. */
    static void ofThisThread() {
        LoggerContext logs = (LoggerContext) LoggerFactory.getILoggerFactory();
        boolean isSilent = logs.getTurboFilterList().stream()
                .anyMatch(filter ->
                        filter instanceof Silence silence && silence.simulating.equals(Thread.currentThread()));
        if (!isSilent) {
            logs.addTurboFilter(new Silence(Thread.currentThread()));
        }
    }

    @Override
    public FilterReply decide(
            Marker marker, Logger logger, Level level, String format, Object[] parameters, Throwable failure) {
        return simulating.equals(Thread.currentThread()) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
