package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What one scenario leaves behind.
 *
 * @param published by publishers whose transactions committed
 * @param withdrawn by those whose transactions did not
 * @param operations their ids
 * @param posts what the service saw, in its order
 * @param events what subscribers saw
 * @param outages when a worker could lose a call
 * @param decided when the engine last decided to call for each command, read anew at each request
 */
record Evidence(
        List<Published> published,
        List<Published> withdrawn,
        Set<String> operations,
        List<JournalEntry> posts,
        List<Event> events,
        List<Outage> outages,
        Supplier<Map<String, Instant>> decided) {

    /** Statuses by which the service says that it did not take the call. */
    private static final Set<Integer> NOT_TAKEN = Set.of(307, 401, 403, 429);

    /** A time at which somebody who had calls open was killed or frozen. */
    record Outage(Instant from, Instant to) {}

    /** Every command, and the ways in which it ended. */
    Map<String, Set<String>> ends() {
        Map<String, Set<String>> ends = new LinkedHashMap<>();
        published.forEach(command -> ends.put(command.commandId(), new TreeSet<>()));
        for (Event event : events) {
            String end = event.end();
            if (end != null && event.commandId() != null) {
                ends.computeIfAbsent(event.commandId(), unpublished -> new TreeSet<>())
                        .add(end);
            }
        }
        return ends;
    }

    /** Without those that had no access: the sandbox does not keep whose they were, and took none of them. */
    Map<String, List<JournalEntry>> postsByCommand() {
        return posts.stream()
                .filter(post -> post.prompt() != null || !isNotTaken(post))
                .collect(Collectors.groupingBy(Evidence::commandOf));
    }

    /** Every prompt begins with its command's id; the last one counts where it was appended to others. */
    static String commandOf(JournalEntry post) {
        return commandOf(Objects.requireNonNullElse(post.prompt(), ""));
    }

    static String commandOf(String prompt) {
        return prompt.substring(prompt.lastIndexOf('\n') + 1).split(" ", 2)[0];
    }

    /** Whether the service proved with its answer that it did not take the call. */
    static boolean isNotTaken(JournalEntry post) {
        return post.status() != null && NOT_TAKEN.contains(post.status());
    }

    Map<String, List<Event>> eventsByJob() {
        Map<String, List<Event>> byJob = new HashMap<>();
        events.stream()
                .filter(Event::isOfJob)
                .forEach(event -> byJob.computeIfAbsent(
                                event.projectId() + "/" + event.jobId(), job -> new ArrayList<>())
                        .add(event));
        return byJob;
    }

    /** Every operation, and how it was answered. */
    Map<String, List<Event>> answersByOperation() {
        Map<String, List<Event>> answers = new LinkedHashMap<>();
        operations.forEach(operation -> answers.put(operation, new ArrayList<>()));
        events.stream()
                .filter(Event::answersOperation)
                .forEach(event -> answers.computeIfAbsent(
                                Objects.requireNonNull(event.operationId()), unpublished -> new ArrayList<>())
                        .add(event));
        return answers;
    }

    /** From publishing to the first POST, for each command that has a project of its own. */
    List<Duration> quietDelays() {
        return quietDelays(command -> true);
    }

    /** Of those among them; sorted. */
    List<Duration> quietDelays(Predicate<Published> which) {
        Map<String, List<JournalEntry>> byCommand = postsByCommand();
        return published.stream()
                .filter(command -> command.quiet() && which.test(command) && byCommand.containsKey(command.commandId()))
                .map(command -> Duration.between(
                        command.at(),
                        Objects.requireNonNull(byCommand.get(command.commandId()))
                                .getFirst()
                                .arrivedAt()))
                .sorted()
                .toList();
    }

    Duration quietMedian() {
        List<Duration> delays = quietDelays();
        return delays.get(delays.size() / 2);
    }
}
