package io.docsagent.worker.simulation;

import io.docsagent.worker.settings.WorkerProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What must be so when all has come to rest: nothing lost, nothing twice, nothing out of order, nothing left. */
final class AtRest {

    /** Commands refused so are not remembered, so that they may be published again. */
    static final Set<String> NOT_REMEMBERED =
            Set.of("queue_full", "deadline_unreachable", "unknown_create", "command_id_reused");

    private static final Set<String> REFUSALS = Set.of("command.rejected", "command.expired");
    private static final Set<String> STORES = Set.of("projects", "queue", "jobs", "seen");

    /** A link comes up to 20 s after the end of its job, and is looked for every 30 s. */
    private static final Duration LINK_SEEN = Duration.ofMinutes(2);

    private final World world;
    private final Broker broker;
    private final Service service;
    private final Promises promises;
    private final Publishers publishers;
    private final Operators operators;
    private final Duration createWait;
    private final Duration jobRetention;
    private final Duration retention;
    private final Events events;

    AtRest(
            World world,
            Broker broker,
            Service service,
            Promises promises,
            Publishers publishers,
            Operators operators,
            WorkerProperties settings) {
        this.world = world;
        this.broker = broker;
        this.service = service;
        this.promises = promises;
        this.publishers = publishers;
        this.operators = operators;
        this.createWait = settings.queue().createWait();
        this.jobRetention = settings.jobs().retention();
        this.retention = settings.dedupe().retention();
        this.events = Events.of(broker);
    }

    Events events() {
        return events;
    }

    /**
     * Adds what is not so.
     *
     * @param replayed whether ingress may have read records again
     * @param forgotten whether jobs may have been forgotten early, and so begin again
     */
    void check(boolean replayed, boolean forgotten) {
        eventsOnce(forgotten);
        publishers.published().values().forEach(this::ended);
        inOrder();
        jobsReported();
        deadLetters(replayed);
        nothingLeft();
        noSecrets();
    }

    private void eventsOnce(boolean forgotten) {
        Set<String> ids = new HashSet<>();
        Map<String, Long> sequences = new HashMap<>();
        Map<String, Instant> latest = new HashMap<>();
        for (Events.Event event : events.all()) {
            if (!ids.add(event.id())) {
                promises.broken("event twice: " + event);
            }
            if (event.jobId() != null) {
                long before = Objects.requireNonNullElse(sequences.put(event.jobId(), event.sequence()), 0L);
                // Of a job that was forgotten nothing is known when a message reaches it again.
                Instant until = event.time().minus(jobRetention).plus(Events.MARGIN);
                boolean old = Objects.requireNonNullElse(latest.put(event.jobId(), event.time()), event.time())
                        .isBefore(until);
                boolean again = (forgotten || old) && event.sequence() == 1;
                if (event.sequence() != before + 1 && !again) {
                    promises.broken("out of sequence: " + event);
                }
            }
        }
    }

    private void ended(Published command) {
        List<Events.Event> ends = events.endsOf(command.id());
        Set<String> how = new HashSet<>();
        ends.forEach(end -> how.add(end.type().startsWith("job.") ? "job" : end.type()));
        boolean again = isNotRemembered(command)
                || events.endedAgainAfter(command.id(), retention)
                || operators.isResolved(command.id());
        if (how.isEmpty()) {
            promises.broken("lost: " + command + " has not ended");
        } else if (how.size() > 1
                && !how.equals(Set.of("job", "command.unknown"))
                && !REFUSALS.containsAll(how)
                && !again) {
            promises.broken("ended twice: " + command + " " + ends);
        }
        Map<String, Instant> last = new HashMap<>();
        for (Events.Event end : ends) {
            // What was refused on arrival is remembered for a while only, and refused again after that.
            Instant before = end.type().startsWith("job.") || NOT_REMEMBERED.contains(end.reason())
                    ? null
                    : last.put(REFUSALS.contains(end.type()) ? "refused" : end.type(), end.time());
            if (before != null && before.plus(createWait).isAfter(end.time()) && !operators.isResolved(command.id())) {
                promises.broken("ended twice: " + command + " at " + before + " and by " + end);
            }
        }
        boolean taken = promises.postsOf(command.id()).stream().anyMatch(post -> post.takenBy != null);
        if (taken && !how.contains("job") && !how.contains("command.unknown")) {
            promises.broken("taken and not reported: " + command + " " + ends);
        }
    }

    private boolean isNotRemembered(Published command) {
        return events.endsOf(command.id()).stream()
                .anyMatch(end -> NOT_REMEMBERED.contains(end.reason())
                        || (end.reason().equals("create_failed") && isPublishedLater(command, end.time())));
    }

    /** An operator, or the publisher, when it was forgotten, has had it sent again: it was put at the end. */
    private boolean isSentAgain(Published command) {
        return operators.isRepeated(command.id()) || publishers.isPublishedLate(command.id());
    }

    /** So much later that a refusal on arrival is forgotten; its create may have been accepted meanwhile. */
    private boolean isPublishedLater(Published command, Instant refused) {
        return publishers
                .lastPublished(command)
                .isAfter(refused.plus(createWait).minus(Events.MARGIN));
    }

    /** What the service took of one job from one publisher, it took in the order of publication, unless it came late. */
    private void inOrder() {
        Map<String, Published> last = new HashMap<>();
        for (Post post : promises.taken()) {
            Published now = publishers.published().get(post.command());
            // What was refused without a mark takes another place when it is published again.
            if (now == null
                    || !now.isMessage()
                    || !now.plain()
                    || post.late
                    || isNotRemembered(now)
                    || isSentAgain(now)) {
                continue;
            }
            Published before =
                    last.put(post.takenBy + " " + now.publisher() + (now.namesJob() ? " by its id" : ""), now);
            if (before != null && before.number() > now.number()) {
                promises.broken("order: " + now + " was sent after " + before);
            }
        }
    }

    /**
     * Where a job that was reported has ended, and can still be looked at, its end was reported; but one that may have
     * taken a message without an answer is looked at only for a while.
     */
    private void jobsReported() {
        Map<String, Events.Event> latest = new TreeMap<>();
        Set<String> maybeRevived = new HashSet<>(promises.jobsThatTookUnknowns());
        // Whoever got the answer may have died before it was written.
        events.all().stream()
                .filter(event -> event.type().equals("command.unknown") && event.command() != null)
                .flatMap(event -> promises.postsOf(Objects.requireNonNull(event.command())).stream())
                .filter(post -> post.takenBy != null)
                .forEach(post -> maybeRevived.add(Objects.requireNonNull(post.takenBy)));
        events.all().stream()
                .filter(event -> event.jobId() != null)
                .forEach(event -> latest.put(Objects.requireNonNull(event.jobId()), event));
        latest.forEach((jobId, event) -> {
            ServiceJob job = service.jobs().get(jobId);
            boolean given = Set.of("job.lost", "job.stalled").contains(event.type());
            if (job == null) {
                promises.broken("a job that there is not: " + event);
            } else if (!given && !job.isLost() && job.endedAt() != null && !maybeRevived.contains(jobId)) {
                reported(job, job.endedAt(), event);
            }
        });
    }

    private void reported(ServiceJob job, Instant endedAt, Events.Event last) {
        if (!job.status().equals(last.status())) {
            promises.broken("not reported: job " + job.id() + " is " + job.status() + ", last " + last);
        }
        boolean seen = promises.mustSeeJobs(endedAt, endedAt.plus(LINK_SEEN));
        if (seen && !Objects.equals(job.prLink(), last.prLink())) {
            promises.broken("not reported: job " + job.id() + " has " + job.prLink() + ", last " + last);
        }
    }

    /** Byte for byte, and once. */
    private void deadLetters(boolean replayed) {
        List<byte[]> letters = new ArrayList<>();
        for (LogPartition partition : broker.all(Broker.TOPICS.requestsDlt())) {
            partition.written().forEach(entry -> letters.add(orEmpty(entry.value())));
        }
        List<byte[]> expected =
                publishers.refused().stream().map(AtRest::orEmpty).toList();
        for (byte[] value : expected) {
            long found = letters.stream()
                    .filter(letter -> Arrays.equals(letter, value))
                    .count();
            long times = expected.stream()
                    .filter(other -> Arrays.equals(other, value))
                    .count();
            if (found < times || (found > times && !replayed)) {
                promises.broken("dead letters: " + found + " instead of " + times + " of "
                        + new String(value, StandardCharsets.UTF_8));
            }
        }
    }

    private static byte[] orEmpty(byte @Nullable [] value) {
        return value == null ? new byte[] {0} : value;
    }

    private void nothingLeft() {
        left(broker).forEach((where, keys) -> promises.broken("left in " + where + ": " + keys));
    }

    static boolean isAnythingLeft(Broker broker) {
        return !left(broker).isEmpty();
    }

    private static Map<String, Set<String>> left(Broker broker) {
        Map<String, Set<String>> left = new TreeMap<>();
        for (int number = 0; number < broker.partitions(); number++) {
            for (String store : STORES) {
                Set<String> keys = broker.changelog(store, number).keySet();
                if (!keys.isEmpty()) {
                    left.put(store + " of partition " + number, keys);
                }
            }
        }
        return left;
    }

    /** No key of the service, current or replaced, is in any record. */
    private void noSecrets() {
        for (LogPartition partition : broker.all()) {
            for (LogPartition.Entry entry : partition.written()) {
                String text = entry.text();
                if (text.contains("sk-simulated")
                        && service.keys().all().stream().anyMatch(text::contains)) {
                    promises.broken("a key in " + partition + ": " + text + " at " + world.now());
                }
            }
        }
    }
}
