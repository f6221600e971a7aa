package io.docsagent.worker.bench;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.journal.Journal;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The POSTs that reached the service, found by the beginnings of their prompts. */
final class Posts {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(80);

    private final Sandbox sandbox;
    private final long before;

    Posts(Sandbox sandbox) {
        this(sandbox, 0);
    }

    private Posts(Sandbox sandbox, long before) {
        this.sandbox = sandbox;
        this.before = before;
    }

    /** Without the earlier ones, which would take ever longer to look through. */
    static Posts fromNowOn(Sandbox sandbox) {
        Journal journal = sandbox.journal();
        return new Posts(sandbox, journal.dropped() + journal.entries().size());
    }

    /** By command id, each in the order of the journal. */
    Map<String, List<JournalEntry>> byCommand(String round) {
        return of(round).stream().collect(groupingBy(Posts::commandId));
    }

    /**
     * The longest time in which none of a project's commands arrived, from a moment on until its last one did, for each
     * project.
     */
    List<Duration> longestPauses(String projects, Instant from) {
        Map<String, List<Instant>> arrivals = sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .filter(entry -> project(entry).startsWith(projects + "-"))
                .filter(entry -> entry.arrivedAt().isAfter(from))
                .collect(groupingBy(Posts::project, mapping(JournalEntry::arrivedAt, toList())));
        return arrivals.values().stream()
                .map(times -> longestPause(from, times))
                .toList();
    }

    private static Duration longestPause(Instant from, List<Instant> arrivals) {
        Instant before = from;
        Duration longest = Duration.ZERO;
        for (Instant arrival : arrivals.stream().sorted().toList()) {
            Duration pause = Duration.between(before, arrival);
            longest = pause.compareTo(longest) > 0 ? pause : longest;
            before = arrival;
        }
        return longest;
    }

    /** When the last of so many commands first arrived. */
    Instant awaitLast(String round, int count) {
        return awaitArrivals(round, count).getLast();
    }

    /** When so many commands first arrived, in the order of time. */
    List<Instant> awaitArrivals(String round, int count) {
        await(round, count);
        return byCommand(round).values().stream()
                .map(posts -> posts.getFirst().arrivedAt())
                .sorted()
                .toList();
    }

    /** Until so many commands have arrived. */
    void await(String round, int count) {
        Waiting.untilTrue(count + " POSTs of " + round, () -> {
            // Grouped only when there may be enough of them: a command may arrive twice.
            boolean seen =
                    count <= of(round).size() && count <= byCommand(round).size();
            if (!seen) {
                Waiting.pause(BETWEEN_LOOKS);
            }
            return seen;
        });
    }

    private List<JournalEntry> of(String round) {
        Journal journal = sandbox.journal();
        return journal.entries().stream()
                .skip(Math.max(0, before - journal.dropped()))
                .filter(JournalEntry::isPost)
                .filter(entry -> prompt(entry).startsWith(round + "-"))
                .toList();
    }

    /** Everything before the filler, or the mark. */
    private static String commandId(JournalEntry entry) {
        String prompt = prompt(entry);
        int end = prompt.indexOf("-", prompt.indexOf("-c") + 2);
        return prompt.substring(0, end);
    }

    private static String project(JournalEntry entry) {
        return Objects.requireNonNullElse(entry.projectId(), "");
    }

    private static String prompt(JournalEntry entry) {
        return Objects.requireNonNullElse(entry.prompt(), "");
    }
}
