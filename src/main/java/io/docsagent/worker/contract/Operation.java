package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asks for; the fields of {@code schemas/operation.schema.json}.
 *
 * @param projectId the project, or {@link #ALL_PROJECTS}
 * @param operationId makes a repetition recognisable, and comes back in the answer
 * @param by who asks
 * @param reason why, for people
 */
public record Operation(
        String operationId, String by, @Nullable String reason, String projectId, Action action) {

    /** Instead of a project's id, where all of them are concerned; no project can have it. */
    public static final String ALL_PROJECTS = ".";

    /** Whether it concerns all projects, those that appear later included. */
    @JsonIgnore
    public boolean isOfAll() {
        return projectId.equals(ALL_PROJECTS);
    }

    /** Who asks and why, as events and endpoints write it. */
    public String cause() {
        return reason == null ? by : by + ": " + reason;
    }

    /** What is to be done. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Hold.class, name = "hold"),
        @JsonSubTypes.Type(value = Resume.class, name = "resume"),
        @JsonSubTypes.Type(value = Probe.class, name = "probe"),
        @JsonSubTypes.Type(value = Promote.class, name = "promote"),
        @JsonSubTypes.Type(value = Release.class, name = "release"),
        @JsonSubTypes.Type(value = Cancel.class, name = "cancel"),
        @JsonSubTypes.Type(value = CancelMany.class, name = "cancel-many"),
        @JsonSubTypes.Type(value = ResolveTaken.class, name = "resolve-taken"),
        @JsonSubTypes.Type(value = ResolveNotTaken.class, name = "resolve-not-taken"),
        @JsonSubTypes.Type(value = ResolveMany.class, name = "resolve-many")
    })
    public sealed interface Action {

        /** The name in the contract: the field {@code operation}. */
        default String code() {
            return switch (this) {
                case Hold hold -> "hold";
                case Resume resume -> "resume";
                case Probe probe -> "probe";
                case Promote promote -> "promote";
                case Release release -> "release";
                case Cancel cancel -> "cancel";
                case CancelMany many -> "cancel";
                case ResolveTaken taken -> "resolve";
                case ResolveNotTaken notTaken -> "resolve";
                case ResolveMany many -> "resolve";
            };
        }
    }

    /**
     * Nothing is sent for the project.
     *
     * @param until when that ends by itself; null where it does not
     */
    public record Hold(@Nullable Instant until) implements Action {}

    /** Ends a hold. */
    public record Resume() implements Action {}

    /** Has the next probe of a project that the service's answers hold sent now. */
    public record Probe() implements Action {}

    /** Sends a command that waits before the others of its project. */
    public record Promote(String commandId) implements Action {}

    /** What has the key does not have it any more: the next create with it starts a job. */
    public record Release(String continueKey) implements Action {}

    /** Takes back a command that waits. */
    public record Cancel(String commandId) implements Action {}

    /**
     * Takes back the commands that wait: those of a publisher, those with a key for coalescing, or all.
     *
     * @param publisher null for those of all publishers
     * @param coalesceKey null for those with any key or none
     */
    public record CancelMany(
            @Nullable String publisher, @Nullable String coalesceKey) implements Action {}

    /** The service took a command of unknown outcome, as this job. */
    public record ResolveTaken(String commandId, String jobId) implements Action {}

    /**
     * The service did not take a command of unknown outcome.
     *
     * @param repeat whether it is to be sent again
     */
    public record ResolveNotTaken(String commandId, boolean repeat) implements Action {}

    /**
     * The service did not take the commands of unknown outcome.
     *
     * @param repeat whether they are to be sent again
     * @param endedBefore those that ended before; null for all
     * @param publisher null for those of all publishers
     */
    public record ResolveMany(
            boolean repeat,
            @Nullable Instant endedBefore,
            @Nullable String publisher) implements Action {}
}
