package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** A command that is published again is answered, not too often, with what had become of it. */
final class Repetitions {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Promises promises;
    private final Publishers publishers;
    private final Events events;
    private final Duration createWait;
    private final Duration retention;

    /**
     * @param createWait what ended on its arrival is remembered for that long only
     * @param retention what ended otherwise, for that long
     */
    Repetitions(Promises promises, Publishers publishers, Events events, Duration createWait, Duration retention) {
        this.promises = promises;
        this.publishers = publishers;
        this.events = events;
        this.createWait = createWait;
        this.retention = retention;
    }

    /** @param forgotten whether commands may be forgotten early */
    void check(boolean forgotten) {
        for (Published command : publishers.published().values()) {
            events.duplicatesOf(command.id()).forEach(duplicate -> agrees(command, duplicate));
            if (!forgotten && isRemembered(command)) {
                notTooOften(command);
                answered(command);
            }
        }
    }

    private void agrees(Published command, Events.Event duplicate) {
        String state = Objects.requireNonNull(duplicate.original());
        boolean ended = switch (state) {
            case "accepted" -> hasEnded(command, duplicate, "job.");
            case "rejected", "expired", "unknown", "cancelled", "superseded" ->
                hasEnded(command, duplicate, "command." + state);
            default -> true;
        };
        boolean taken = !state.equals("accepted")
                || promises.taken().stream()
                        .anyMatch(post -> post.command().equals(command.id())
                                && Objects.equals(post.takenBy, duplicate.originalJob()));
        if (!ended || !taken) {
            promises.broken("answered with what is not so: " + duplicate);
        }
    }

    private boolean hasEnded(Published command, Events.Event duplicate, String how) {
        return events.endsOf(command.id()).stream()
                .anyMatch(end -> end.type().startsWith(how) && !end.time().isAfter(duplicate.time()));
    }

    private void notTooOften(Published command) {
        Instant last = Instant.EPOCH;
        for (Events.Event duplicate : events.duplicatesOf(command.id())) {
            if (last.plus(INTERVAL).isAfter(duplicate.time())) {
                promises.broken("answered too often: " + duplicate);
            }
            last = duplicate.time();
        }
    }

    private void answered(Published command) {
        Instant again = publishers.lastPublished(command);
        List<Events.Event> duplicates = events.duplicatesOf(command.id());
        boolean isAnswered = !duplicates.isEmpty()
                && !duplicates
                        .getLast()
                        .time()
                        .plus(INTERVAL)
                        .plus(Events.MARGIN)
                        .isBefore(again);
        if (publishers.isRepeated(command.id()) && !isAnswered) {
            promises.broken("no answer: " + command + " was published again at " + again);
        }
    }

    /** Whether it was published again so late that it may have been a new command. */
    private boolean isForgotten(Published command) {
        return publishers.isPublishedLate(command.id())
                && events.endsOf(command.id()).stream()
                        .limit(1)
                        .anyMatch(end -> promises.mayBeForgotten(command.id(), end.time()));
    }

    private boolean isRemembered(Published command) {
        Instant again = publishers.lastPublished(command);
        return !publishers.isReused(command.id())
                && !isForgotten(command)
                && !events.endedAgainAfter(command.id(), retention)
                && events.endsOf(command.id()).stream()
                        .allMatch(end -> end.type().startsWith("job.")
                                || end.type().equals("command.unknown")
                                || (!AtRest.NOT_REMEMBERED.contains(end.reason())
                                        && end.time()
                                                .plus(createWait)
                                                .minus(Events.MARGIN)
                                                .isAfter(again)));
    }
}
