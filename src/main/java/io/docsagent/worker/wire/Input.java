package io.docsagent.worker.wire;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a project: a record of {@code docs-agent.inputs}, keyed by project. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "input")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Input.CommandArrived.class, name = "command"),
    @JsonSubTypes.Type(value = Input.CallAnswered.class, name = "answer"),
    @JsonSubTypes.Type(value = Input.JobObserved.class, name = "observation"),
    @JsonSubTypes.Type(value = Input.PullRequestSeen.class, name = "pull-request"),
    @JsonSubTypes.Type(value = Input.WokeUp.class, name = "wake-up"),
    @JsonSubTypes.Type(value = Input.ClockProbed.class, name = "clock-probe"),
    @JsonSubTypes.Type(value = Input.OperationRequested.class, name = "operation"),
    @JsonSubTypes.Type(value = Input.CommandRefused.class, name = "command-refused"),
    @JsonSubTypes.Type(value = Input.OperationRefused.class, name = "operation-refused"),
    @JsonSubTypes.Type(value = Input.OperationSpread.class, name = "operation-spread"),
    @JsonSubTypes.Type(value = Input.OperationCarriedOut.class, name = "operation-carried-out")
})
public sealed interface Input {

    /** The project it happens to, and the record's key. */
    String projectId();

    /** Read from a topic that others write to; it may be the first that is heard of a project. */
    sealed interface Received extends Input {

        /** Where the record was; null where none was read. */
        @Nullable
        Published published();
    }

    /**
     * A publisher's command was accepted at ingress.
     *
     * @param identity what makes a repetition of the command recognisable, see {@link Identity}
     * @param contentHash SHA-256 of the command's content without its identity, base64url
     * @param published where the publisher's record was; null where no record of a publisher was read
     */
    record CommandArrived(
            Command command,
            Identity identity,
            String contentHash,
            @Nullable Published published) implements Received {

        /** The same command, with the position of its record. */
        public CommandArrived from(Published position) {
            return new CommandArrived(command, identity, contentHash, position);
        }

        @Override
        @JsonIgnore
        public String projectId() {
            return command.projectId();
        }
    }

    /**
     * An operator's request was accepted at ingress.
     *
     * @param published where the operator's record was; null where none was read
     */
    record OperationRequested(Operation operation, @Nullable Published published) implements Received {

        /** The same operation, with the position of its record. */
        public OperationRequested from(Published position) {
            return new OperationRequested(operation, position);
        }

        @Override
        @JsonIgnore
        public String projectId() {
            return operation.projectId();
        }
    }

    /** A record was refused at ingress: it is answered where its ids could be read, and changes nothing. */
    sealed interface Refused extends Received {

        /** What is wrong with it, without its content. */
        String message();

        /** The same record, with its position. */
        Refused from(Published position);
    }

    /**
     * A publisher's record that is no command, for a project that is open to the publisher.
     *
     * @param commandId null where only the CloudEvent identifies it
     */
    record CommandRefused(
            String projectId,
            @Nullable String commandId,
            @Nullable Request request,
            @Publisher.Name String publisher,
            String message,
            @Nullable Published published)
            implements Refused {

        public CommandRefused {
            publisher = Publisher.orDefault(publisher);
        }

        /** Of a command that it would be a repetition of. */
        public Identity identity() {
            return request == null
                    ? Identity.ofCommandId(Objects.requireNonNull(commandId))
                    : Identity.ofCloudEvent(request.source(), request.id());
        }

        @Override
        public CommandRefused from(Published position) {
            return new CommandRefused(projectId, commandId, request, publisher, message, position);
        }
    }

    /**
     * An operator's record that is no operation.
     *
     * @param projectId the project, or {@link Operation#ALL_PROJECTS}
     * @param operation its name in the contract; null where it could not be read
     * @param by who asked for it; null where that could not be read
     */
    record OperationRefused(
            String projectId,
            String operationId,
            @Nullable String operation,
            @Nullable String by,
            String message,
            @Nullable Published published)
            implements Refused {

        @Override
        public OperationRefused from(Published position) {
            return new OperationRefused(projectId, operationId, operation, by, message, position);
        }
    }

    /**
     * Somebody heard what became of a pull request. Nothing guards against reading its record again: what is not newer
     * than what is known changes nothing.
     *
     * @param projectId of the job with the link, or {@link #ANY_PROJECT}
     * @param at when it was so, by whoever reported it
     */
    record PullRequestSeen(String projectId, String prLink, PullRequestState state, Instant at) implements Input {

        /** Instead of a project's id, where it is not known; no project can have it. Every partition looks for the job. */
        public static final String ANY_PROJECT = "..";

        /** The same, of a project with a job that has the link. */
        public PullRequestSeen of(String project) {
            return new PullRequestSeen(project, prLink, state, at);
        }
    }

    /** An operation that concerns all projects goes on. */
    sealed interface OfAllProjects extends Input {

        @Override
        @JsonIgnore
        default String projectId() {
            return Operation.ALL_PROJECTS;
        }
    }

    /**
     * An operation that concerns all projects reaches one partition of them; every partition gets the same, in the same
     * order.
     *
     * @param at when it was accepted
     * @param offset of the record that asked for it: with the time, the name of what it leads to
     */
    record OperationSpread(Operation operation, Instant at, long offset) implements OfAllProjects {}

    /**
     * A partition has carried out an operation that concerns all projects.
     *
     * @param affected commands of the partition that it concerned
     */
    record OperationCarriedOut(String operationId, int partition, int affected) implements OfAllProjects {}

    /**
     * The position of a publisher's or operator's record.
     *
     * @param topicId Kafka's id of the topic, since the offsets of a re-created topic start again
     * @param leaderEpoch of the leader that appended it: a record is newer than those of earlier epochs, whatever its
     *     offset; -1 where the broker names none
     */
    record Published(String topicId, int partition, long offset, int leaderEpoch) {}

    /** The gateway reports the outcome of a call, perhaps again, perhaps late. */
    record CallAnswered(String projectId, String callId, Answer answer) implements Input {}

    /**
     * The poller found a job changed, or cannot follow it any more.
     *
     * @param generation the job's generation that the poller knew when its GET began
     * @param getBeganAt by the poller's clock
     * @param job what the service answered; null where the job is lost
     * @param lost why; null where the service showed the job
     */
    record JobObserved(
            String projectId,
            String jobId,
            int generation,
            Instant getBeganAt,
            @Nullable JobSnapshot job,
            StatusEvent.@Nullable Reason lost)
            implements Input {

        public static JobObserved shown(
                String projectId, String jobId, int generation, Instant getBeganAt, JobSnapshot job) {
            return new JobObserved(projectId, jobId, generation, getBeganAt, job, null);
        }

        public static JobObserved lost(
                String projectId, String jobId, int generation, Instant getBeganAt, StatusEvent.Reason why) {
            return new JobObserved(projectId, jobId, generation, getBeganAt, null, why);
        }
    }

    /** Time has passed, or the project's key has changed: decide again. */
    record WokeUp(String projectId, Cause cause) implements Input {
        /** Why the project is woken. */
        public enum Cause {
            TIME,
            KEY_CHANGED
        }
    }

    /** Measures the difference between an instance's clock and the broker's; concerns no project. */
    record ClockProbed(String projectId) implements Input {}
}
