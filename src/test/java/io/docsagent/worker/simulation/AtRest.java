package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What must be so when all has come to rest: nothing lost, nothing twice, nothing out of order, nothing left. */
record AtRest(FinishedRun run) {

    /** Commands refused so are not remembered, so that they may be published again. */
    static final Set<String> NOT_REMEMBERED =
            Set.of("queue_full", "deadline_unreachable", "unknown_create", "command_id_reused");

    private static final Set<String> STORES = Set.of("projects", "queue", "jobs", "seen");

    /** A link comes up to 20 s after the end of its job, and is looked for every 30 s. */
    private static final Duration LINK_SEEN = Duration.ofMinutes(2);

    /**
     * Adds what is not so.
     *
     * @param replayed whether ingress may have read records again
     */
    void check(boolean replayed) {
        jobsReported();
        deadLetters(replayed);
        nothingLeft();
        noSecrets();
    }

    /**
     * Where a job that was reported has ended, and can still be looked at, its end was reported; but one that may have
     * taken a message without an answer is looked at only for a while.
     */
    private void jobsReported() {
        Map<String, Event> latest = new TreeMap<>();
        Set<String> maybeRevived = new HashSet<>(run.promises().jobsThatTookUnknowns());
        // Whoever got the answer may have died before it was written.
        run.events().all().stream()
                .filter(event -> event.type().equals("command.unknown") && event.command() != null)
                .flatMap(event -> run.promises().postsOf(Objects.requireNonNull(event.command())).stream())
                .filter(post -> post.takenBy != null)
                .forEach(post -> maybeRevived.add(Objects.requireNonNull(post.takenBy)));
        run.events().all().stream()
                .filter(event -> event.jobId() != null && event.type().startsWith("job."))
                .forEach(event -> latest.put(Objects.requireNonNull(event.jobId()), event));
        latest.forEach((jobId, event) -> {
            ServiceJob job = run.service().jobs().get(jobId);
            boolean given = Set.of("job.lost", "job.stalled").contains(event.type());
            if (job == null) {
                run.promises().broken("a job that there is not: " + event);
            } else if (!given && !job.isLost() && job.endedAt() != null && !maybeRevived.contains(jobId)) {
                reported(job, job.endedAt(), event);
            }
        });
    }

    private void reported(ServiceJob job, Instant endedAt, Event last) {
        if (!job.status().equals(last.status())) {
            run.promises().broken("not reported: job " + job.id() + " is " + job.status() + ", last " + last);
        }
        boolean seen = run.promises().mustSeeJobs(endedAt, endedAt.plus(LINK_SEEN));
        if (seen && !Objects.equals(job.prLink(), last.prLink())) {
            run.promises().broken("not reported: job " + job.id() + " has " + job.prLink() + ", last " + last);
        }
    }

    /** Byte for byte, and once. */
    private void deadLetters(boolean replayed) {
        List<byte[]> letters = new ArrayList<>();
        for (LogPartition partition : run.broker().all(Broker.TOPICS.requestsDlt())) {
            partition.written().forEach(entry -> letters.add(orEmpty(entry.value())));
        }
        List<byte[]> expected =
                run.publishers().refused().stream().map(AtRest::orEmpty).toList();
        for (byte[] value : expected) {
            long found = letters.stream()
                    .filter(letter -> Arrays.equals(letter, value))
                    .count();
            long times = expected.stream()
                    .filter(other -> Arrays.equals(other, value))
                    .count();
            if (found < times || (found > times && !replayed)) {
                run.promises()
                        .broken("dead letters: " + found + " instead of " + times + " of "
                                + new String(value, StandardCharsets.UTF_8));
            }
        }
    }

    private static byte[] orEmpty(byte @Nullable [] value) {
        return value == null ? new byte[] {0} : value;
    }

    private void nothingLeft() {
        left(run.broker()).forEach((where, keys) -> run.promises().broken("left in " + where + ": " + keys));
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
        for (LogPartition partition : run.broker().all()) {
            for (LogPartition.Entry entry : partition.written()) {
                String text = entry.text();
                if (text.contains("sk-simulated")
                        && run.service().keys().all().stream().anyMatch(text::contains)) {
                    run.promises()
                            .broken("a key in " + partition + ": " + text + " at "
                                    + run.world().now());
                }
            }
        }
    }
}
