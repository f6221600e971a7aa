package io.docsagent.worker.engine;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.wire.GatewayRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs each step of a command at DEBUG, with ids only; a decision that is aborted and repeated is logged twice. At INFO
 * steps are only counted, once a minute.
 */
final class StepLog {

    private static final Logger log = LoggerFactory.getLogger(StepLog.class);

    private StepLog() {}

    static void decided(GatewayRequest request) {
        log.atDebug()
                .addKeyValue("projectId", request.projectId())
                .addKeyValue("callId", request.callId())
                .log(request instanceof GatewayRequest.Call ? "call decided" : "outcome queried");
    }

    static void announced(StatusEvent event) {
        String jobId = event.job() == null ? null : event.job().jobId();
        String reason = event.reason() == null ? null : event.reason().code();
        LoggingEventBuilder line = log.atDebug().addKeyValue("projectId", event.projectId());
        line = with(line, "commandId", event.commandId());
        line = with(line, "jobId", jobId);
        line = with(
                line,
                "operationId",
                event.operation() == null ? null : event.operation().operationId());
        line = with(line, "reason", reason);
        line.log(event.type().value());
    }

    private static LoggingEventBuilder with(LoggingEventBuilder line, String name, @Nullable String value) {
        return value == null ? line : line.addKeyValue(name, value);
    }
}
