package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.StatusEvent;
import org.jspecify.annotations.Nullable;

/** What a decision wants done. */
public sealed interface Effect {

    /** Tell the gateway to make a call, or to say what became of one. */
    record Send(GatewayRequest request) implements Effect {}

    /** Tell subscribers. */
    record Announce(StatusEvent event) implements Effect {}

    /** Follow a job, or go on with what is newly known of it. */
    record Watch(WatchedJob job) implements Effect {}

    /** Follow a job no more. */
    record Release(String projectId, String jobId) implements Effect {}

    /** Nothing is done, but operators count it. */
    record Count(What what, Command.@Nullable Type type) implements Effect {

        /** What happened. */
        public enum What {
            ADMITTED,
            DUPLICATE,
            ACCEPTED,
            REJECTED,
            EXPIRED,
            UNKNOWN,
            REPEATED,
            LATE_ANSWER,
            MARK_FORGOTTEN_EARLY,
            JOB_FORGOTTEN_EARLY,
            PROJECT_FORGOTTEN_EARLY
        }

        /** As metrics write it. */
        public String code() {
            return what.name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
