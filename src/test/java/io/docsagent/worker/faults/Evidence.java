package io.docsagent.worker.faults;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.History.Outcome;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one scenario leaves behind.
 *
 * @param published by publishers whose transactions committed
 * @param operations by their ids
 * @param posts what the service saw, in its order
 * @param events what subscribers saw
 * @param outages when a worker could lose a call
 */
record Evidence(
        List<Published> published,
        Map<String, History.Operation> operations,
        List<JournalEntry> posts,
        List<Event> events,
        List<History.Outage> outages) {

    /** Statuses by which the service says that it did not take the call. */
    private static final Set<Integer> NOT_TAKEN = Set.of(307, 401, 403, 429);

    /** As the promises see it, with what the worker's log says. */
    History history(Log log, Map<String, History.Limit> budgets) {
        History history = new History();
        Map<String, String> publishers = new HashMap<>();
        for (Published command : published) {
            publishers.put(command.commandId(), command.publisher());
            String lane = command.createCommandId() == null ? command.commandId() : command.createCommandId();
            history.commands()
                    .put(
                            command.commandId(),
                            new History.Command(
                                    command.commandId(),
                                    command.projectId(),
                                    command.cancels(),
                                    lane,
                                    command.notBefore()));
        }
        history.operations().putAll(operations);
        history.events().addAll(events);
        history.outages().addAll(outages);
        for (JournalEntry post : posts) {
            String payer = publishers.getOrDefault(commandOf(post), "");
            history.uses()
                    .add(new History.Use(
                            String.valueOf(post.projectId()),
                            payer,
                            post.handledAt(),
                            new History.Limit(Cluster.CAPACITY, Cluster.PERIOD),
                            budgets.get(payer)));
        }
        postsByCommand().values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(JournalEntry::arrivedAt))
                .forEach(post -> history.posts().add(posted(post)));
        log.addTo(history);
        return history;
    }

    private static History.Post posted(JournalEntry post) {
        return new History.Post(
                commandOf(post),
                nanos(post.arrivedAt()),
                isNotTaken(post) ? nanos(post.handledAt()) : History.NEVER,
                post.arrivedAt(),
                outcome(post),
                post.status() != null && post.status() < 300 ? String.valueOf(post.jobId()) : null,
                false);
    }

    /** The order of POSTs. */
    static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }

    private static Outcome outcome(JournalEntry post) {
        Integer status = post.status();
        // The service answers a create with 201; a fault that spoils the body answers 200.
        boolean isUnreadable = Integer.valueOf(200).equals(status)
                && post.jobId() != null
                && post.operation() == ServiceOperation.CREATE;
        if (status == null || status == 408 || status >= 500 || isUnreadable) {
            return Outcome.NOTHING;
        } else if (isNotTaken(post)) {
            return status == 429 ? Outcome.THROTTLED : Outcome.NOT_TAKEN;
        }
        return status < 300 ? Outcome.TAKEN : Outcome.REFUSED;
    }

    /** Every command, and the ways in which it ended. */
    Map<String, Set<String>> ends() {
        Map<String, Set<String>> ends = new LinkedHashMap<>();
        published.stream()
                .filter(command -> command.cancels() == null)
                .forEach(command -> ends.put(command.commandId(), new TreeSet<>()));
        for (Event event : events) {
            Set<String> its = event.command() == null ? null : ends.get(event.command());
            if (its != null && event.end() != null) {
                its.add(event.end());
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
        return events.stream()
                .filter(Event::isOfJob)
                .collect(Collectors.groupingBy(event -> event.project() + "/" + event.jobId()));
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
