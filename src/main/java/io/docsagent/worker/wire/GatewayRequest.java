package io.docsagent.worker.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A request of the engine to the gateway: a record of {@code docs-agent.calls}, keyed by project. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "request")
@JsonSubTypes({
    @JsonSubTypes.Type(value = GatewayRequest.Call.class, name = "call"),
    @JsonSubTypes.Type(value = GatewayRequest.OutcomeQuery.class, name = "outcome-query")
})
public sealed interface GatewayRequest {

    String projectId();

    /** Identifies one attempt to send one command. */
    String callId();

    /**
     * Make this call, once.
     *
     * @param jobId the job to send a message to; null for a create
     * @param notAfter after this instant the call must not be sent any more
     * @param traceparent of the command, where it is traced
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Call(
            String projectId,
            String callId,
            @Nullable String jobId,
            String prompt,
            Instant notAfter,
            @Nullable String traceparent)
            implements GatewayRequest {
        public Call {
            requireNonNull(projectId, "projectId");
            requireNonNull(callId, "callId");
            requireNonNull(prompt, "prompt");
            requireNonNull(notAfter, "notAfter");
        }

        /** Names the command, as it was admitted: what the callIds of its attempts have in common. */
        public String admittedCommand() {
            return callId.substring(0, Math.max(0, callId.lastIndexOf('.')));
        }

        /** The same call within another span. */
        public Call tracedBy(@Nullable String span) {
            return new Call(projectId, callId, jobId, prompt, notAfter, span);
        }
    }

    /** Report the outcome of this call. */
    record OutcomeQuery(String projectId, String callId) implements GatewayRequest {
        public OutcomeQuery {
            requireNonNull(projectId, "projectId");
            requireNonNull(callId, "callId");
        }
    }
}
