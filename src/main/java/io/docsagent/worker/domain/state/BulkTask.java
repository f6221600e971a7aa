package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What concerns more commands than one decision may change, as far as it has gone.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = BulkTask.Cancel.class, name = "cancel"),
    @JsonSubTypes.Type(value = BulkTask.Resolve.class, name = "resolve"),
    @JsonSubTypes.Type(value = BulkTask.Followers.class, name = "followers"),
    @JsonSubTypes.Type(value = BulkTask.Report.class, name = "report")
})
public sealed interface BulkTask {

    /** What an operator asked for. */
    sealed interface OfOperator extends BulkTask {}

    /**
     * An operator's cancel of many commands.
     *
     * @param operation as it was asked for
     * @param before the arrival of the next command: only those that arrived before are concerned
     * @param next the sequence of the command to go on with
     * @param affected commands that it has ended so far
     */
    record Cancel(Operation operation, long before, long next, int affected) implements OfOperator {

        /** Whether a waiting command is one of those that are to be cancelled. */
        public boolean concerns(QueuedCommand waiting) {
            Operation.CancelMany many = (Operation.CancelMany) operation.action();
            Command command = waiting.command();
            boolean isOfPublisher = many.publisher() == null || many.publisher().equals(command.publisher());
            boolean hasKey = many.coalesceKey() == null
                    || (command.coalesce() != null
                            && many.coalesceKey().equals(command.coalesce().key()));
            return isOfPublisher && hasKey && command.type() != Command.Type.CANCEL && waiting.arrival() < before;
        }

        public Cancel upTo(long last, int more) {
            return new Cancel(operation, before, last + 1, affected + more);
        }
    }

    /**
     * An operator's resolution of many commands of unknown outcome, in the order in which they are forgotten.
     *
     * @param endedBy only those that had ended by then are concerned
     * @param last the timer of the last mark that it looked at; null for none
     * @param affected commands that it has resolved so far
     * @param skipped commands that it was to have sent again and could not
     */
    record Resolve(
            Operation operation, Instant endedBy, @Nullable Timer last, int affected, int skipped)
            implements OfOperator {

        /** Whether a command is one of those that are to be resolved. */
        public boolean concerns(EndedCommand ended) {
            String publisher = many().publisher();
            boolean isOfPublisher =
                    publisher == null || publisher.equals(ended.origin().publisher());
            return isOfPublisher
                    && ended.outcome() instanceof CommandOutcome.Unknown unknown
                    && !unknown.endedAt().isAfter(endedBy);
        }

        /** What the operator said. */
        public Operation.ResolveMany many() {
            return (Operation.ResolveMany) operation.action();
        }

        public Resolve upTo(Timer looked) {
            return new Resolve(operation, endedBy, looked, affected, skipped);
        }

        public Resolve counted(boolean isResolved) {
            return new Resolve(
                    operation, endedBy, last, affected + (isResolved ? 1 : 0), skipped + (isResolved ? 0 : 1));
        }
    }

    /**
     * The messages that wait in a lane for a create which has become a job, has ended without one, or is in another lane.
     *
     * @param create what has become of it decides what becomes of them
     * @param jobId the job that it has become, since the create itself may be forgotten before the last of them has moved;
     *     null where it has become none
     */
    record Followers(
            String lane,
            Identity create,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String jobId) implements BulkTask {}

    /**
     * A report of a pull request, for the jobs with its link in the order of their ids.
     *
     * @param last the id of the last job that it was taken for; null for none
     */
    record Report(
            String prLink,
            PullRequestState state,
            Instant at,
            @Nullable String last) implements BulkTask {

        public Report upTo(String jobId) {
            return new Report(prLink, state, at, jobId);
        }
    }
}
