package io.docsagent.worker.domain.decision;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a decision leads to, besides new state. */
public sealed interface Effect {

    /** Send the gateway a call, or a query for the outcome of one. */
    record Send(GatewayRequest request) implements Effect {}

    /** Write a status event. */
    record Announce(StatusEvent event) implements Effect {}

    /** Write how a command stands; null where it is forgotten. */
    record PublishState(
            String projectId, String commandId, @Nullable CommandRecord command) implements Effect {}

    /** Tell every partition of an operation that concerns all projects. */
    record Spread(Input.OperationSpread input) implements Effect {}

    /** Tell the partition where the operation was asked for that this one has carried it out. */
    record Report(Input.OperationCarriedOut input) implements Effect {}

    /** Follow a job, or go on following it with what is newly known. */
    record Watch(WatchedJob job) implements Effect {}

    /** Stop following a job. */
    record Release(String projectId, String jobId) implements Effect {}

    /**
     * Count something in the metrics.
     *
     * @param type of the command; null where it is about none, like {@code publisher}
     */
    record Count(
            Result result,
            Command.@Nullable Type type,
            @Nullable String publisher) implements Effect {

        /** What happened. */
        public enum Result {
            ADMITTED,
            DUPLICATE,
            ACCEPTED,
            REJECTED,
            EXPIRED,
            UNKNOWN,
            CANCELLED,
            SUPERSEDED,
            REPEATED,
            LATE_ANSWER,
            PULL_REQUEST_UNKNOWN,
            MARK_FORGOTTEN_EARLY,
            JOB_FORGOTTEN_EARLY,
            PROJECT_FORGOTTEN_EARLY
        }

        /** As metrics write it. */
        public String code() {
            return result.name().toLowerCase(Locale.ROOT);
        }
    }
}
