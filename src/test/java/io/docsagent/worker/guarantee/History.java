package io.docsagent.worker.guarantee;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became known of a run, which is all that promises are held against.
 *
 * @param commands in the order of their publication
 * @param operations by their ids
 * @param arrivals of commands in the log, in its order, but for the same record that was read again
 * @param uses in the order in which the service counted them
 * @param posts in the order in which they left; calls where nothing is known of POSTs
 * @param events in the order of each project
 * @param records of commands, in the order of each command
 * @param renewals from when on a command may begin anew
 * @param outages at which somebody may have lost a call
 */
public record History(
        Map<String, Command> commands,
        Map<String, Operation> operations,
        List<Arrival> arrivals,
        List<Call> calls,
        List<Use> uses,
        List<Post> posts,
        List<Event> events,
        List<Stored> records,
        List<Renewal> renewals,
        List<Outage> outages) {

    /** Later than everything. */
    public static final long NEVER = Long.MAX_VALUE;

    /** With nothing yet. */
    public History() {
        this(
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /**
     * A command that was published, or a cancel.
     *
     * @param cancels the command that a cancel names; null for all others
     * @param lane the commands with the same one reach the service in the order of publication; null where there is none
     * @param notBefore that it asked for; null where it may be sent at once
     */
    public record Command(
            String id,
            String project,
            @Nullable String cancels,
            @Nullable String lane,
            @Nullable Instant notBefore) {}

    /**
     * An operation that was published.
     *
     * @param holds whether it asks for a hold
     * @param saysTaken the command that the service took by the word of the operator, who may be wrong; null for others
     */
    public record Operation(
            String id,
            String project,
            boolean holds,
            @Nullable String saysTaken) {}

    /**
     * A command in the log.
     *
     * @param position in the log of its project
     * @param at by the log's time
     */
    public record Arrival(String command, long position, Instant at) {}

    /**
     * A call that was decided.
     *
     * @param first position of the first of the inputs by one of which it was decided, which may have the same time
     * @param last position of the last of them
     * @param at by the log's time
     * @param deadline when the service can take it no more
     * @param unknownFrom position of the first answer that does not say what became of it
     * @param settledFrom position of the first one that does
     */
    public record Call(
            String id,
            String project,
            String command,
            long first,
            long last,
            Instant at,
            Instant deadline,
            long unknownFrom,
            long settledFrom) {

        /** Whether it was decided by the input of that event or by a later one. */
        boolean isNotBefore(Event event) {
            return first >= event.offset();
        }

        /** Whether it was decided by an earlier input than that event. */
        boolean isBefore(Event event) {
            return last < event.offset();
        }
    }

    /**
     * A use that the service counted.
     *
     * @param at by the service's clock
     */
    public record Use(
            String project,
            String payer,
            Instant at,
            Limit quota,
            @Nullable Limit budget) {}

    /** At most so many uses in any period. */
    public record Limit(int capacity, Duration period) {}

    /**
     * A POST.
     *
     * @param sent as every order of POSTs and renewals, on any clock that is one for all of them
     * @param settled when an answer allowed that the command is sent again
     * @param at by the clock of events, or nearly
     * @param job that took it; null where none did
     * @param late it arrived when its sender had given it up
     */
    public record Post(
            String command,
            long sent,
            long settled,
            Instant at,
            Outcome outcome,
            @Nullable String job,
            boolean late) {}

    /** What the answer to a POST said. */
    public enum Outcome {
        NOT_TAKEN,
        THROTTLED,
        REFUSED,
        TAKEN,
        NOTHING
    }

    /**
     * A record of a command.
     *
     * @param json null for its deletion
     */
    public record Stored(String key, @Nullable String json, Instant at) {}

    /**
     * What was known of a command does not count any more, because it may be forgotten, or because an operator said so.
     *
     * @param position of the input
     * @param sent when, in the order of POSTs
     */
    public record Renewal(String command, long position, long sent, boolean byOperator) {}

    /** Somebody who may have had calls open was killed, frozen or cut off. */
    public record Outage(Instant from, Instant to) {}

    Map<String, List<Event>> eventsByCommand() {
        Map<String, List<Event>> byCommand = new HashMap<>();
        for (Event event : events) {
            if (event.command() != null) {
                byCommand
                        .computeIfAbsent(event.command(), none -> new ArrayList<>())
                        .add(event);
            }
        }
        return byCommand;
    }

    Map<String, List<Post>> postsByCommand() {
        Map<String, List<Post>> byCommand = new LinkedHashMap<>();
        posts.forEach(post -> byCommand
                .computeIfAbsent(post.command(), none -> new ArrayList<>())
                .add(post));
        return byCommand;
    }

    Map<String, List<Call>> callsByCommand() {
        Map<String, List<Call>> byCommand = new HashMap<>();
        calls.stream()
                .sorted(Comparator.comparing(Call::at))
                .forEach(call -> byCommand
                        .computeIfAbsent(call.command(), none -> new ArrayList<>())
                        .add(call));
        return byCommand;
    }
}
