package io.docsagent.worker.ops.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.OutputStreamAppender;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.rights.DeniedRights;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.ILoggerFactory;

/**
 * Puts a {@link SafeEncoder} before every console and file of the log, and {@link AppendRetries} and {@link DenialLines} before
 * the log itself, where that is Logback's.
 */
public final class LogOutput implements AutoCloseable {

    private final Redaction redaction;
    private final List<SafeEncoder> encoders = new ArrayList<>();
    private final List<TurboFilter> filters;
    private final ILoggerFactory log;

    public LogOutput(ILoggerFactory log, Redaction redaction, DeniedRights rights) {
        this.redaction = redaction;
        this.filters = List.of(new AppendRetries(), new DenialLines(rights));
        this.log = log;
        if (log instanceof LoggerContext context) {
            context.getLoggerList()
                    .forEach(logger -> logger.iteratorForAppenders().forEachRemaining(appender -> {
                        if (appender instanceof OutputStreamAppender<ILoggingEvent> output) {
                            encoders.add(safe(output));
                        }
                    }));
            // Before Micrometer's, which counts the lines that are logged.
            context.getTurboFilterList().addAll(0, filters);
        }
        encoders.forEach(encoder -> encoder.add(redaction));
    }

    private static SafeEncoder safe(OutputStreamAppender<ILoggingEvent> output) {
        if (output.getEncoder() instanceof SafeEncoder already) {
            return already;
        }
        SafeEncoder safe = new SafeEncoder(output.getEncoder());
        output.setEncoder(safe);
        return safe;
    }

    @Override
    public void close() {
        encoders.forEach(encoder -> encoder.remove(redaction));
        if (log instanceof LoggerContext context) {
            context.getTurboFilterList().removeAll(filters);
        }
    }
}
