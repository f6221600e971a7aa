package io.docsagent.worker.faults;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.Promise;
import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One fault, or a mix of them, with its traffic, its timeline and what it leaves behind. */
final class Scenario implements AutoCloseable {

    private static final Duration TO_SETTLE = Duration.ofMinutes(2);
    private static final Duration TO_HAPPEN = Duration.ofMinutes(1);

    private final String prefix;
    private final Traffic traffic;
    private final Sandbox sandbox;
    private final Events events;
    private final SplittableRandom random;
    private final Timeline timeline = new Timeline();
    private final List<History.Outage> outages = new CopyOnWriteArrayList<>();
    private final Set<Promise> waived = new LinkedHashSet<>();
    private boolean settled;

    Scenario(String prefix, Publishers publishers, Sandbox sandbox, Events events, SplittableRandom random) {
        this.prefix = prefix;
        this.random = random;
        this.traffic = new Traffic(publishers, prefix, random.split());
        this.sandbox = sandbox;
        this.events = events;
    }

    Traffic traffic() {
        return traffic;
    }

    SplittableRandom random() {
        return random;
    }

    Timeline timeline() {
        return timeline;
    }

    String project(String name) {
        return traffic.project(name);
    }

    void act(String what, Runnable deed) {
        timeline.note(what);
        deed.run();
    }

    /** Something by which whoever has a call open may lose its outcome. */
    void strike(String what, Runnable deed) {
        Instant from = Instant.now();
        try {
            act(what, deed);
        } finally {
            outages.add(new History.Outage(from, Instant.now()));
        }
    }

    /** This promise cannot hold here, for the reason that the scenario gives. */
    void waive(Promise promise) {
        waived.add(promise);
    }

    boolean isHeldTo(Promise promise) {
        return !waived.contains(promise);
    }

    void await(String what, Callable<Boolean> condition) {
        timeline.note("waits until " + what);
        Awaitility.await(what)
                .atMost(TO_HAPPEN)
                .pollInterval(Duration.ofMillis(10))
                .until(condition);
    }

    /** The traffic and the fault go on for so long. */
    void lasts(Duration time) {
        Waiting.pause(time);
    }

    List<JournalEntry> posts() {
        return sandbox.journal().entries().stream()
                .filter(entry ->
                        entry.isPost() && String.valueOf(entry.projectId()).startsWith(prefix))
                .filter(entry -> !OtherClient.MARK.equals(entry.prompt()))
                .toList();
    }

    List<JournalEntry> posts(String commandId) {
        return posts().stream()
                .filter(post -> commandId.equals(Evidence.commandOf(post)))
                .toList();
    }

    Evidence evidence() {
        return new Evidence(
                List.copyOf(traffic.published()),
                Map.copyOf(traffic.operations()),
                posts(),
                events.of(prefix),
                List.copyOf(outages));
    }

    /** Until every command has ended, every job has come to its end and every operation is answered. */
    void settle() {
        if (settled) {
            return;
        }
        settled = true;
        traffic.hush();
        timeline.note("the traffic has ended");
        try {
            Awaitility.await()
                    .atMost(TO_SETTLE)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> unsettled().isEmpty());
            timeline.note("everything has ended");
        } catch (ConditionTimeoutException e) {
            timeline.note("not everything has ended");
        }
    }

    /** Commands without an end, jobs that are still followed, and operations without an answer. */
    List<String> unsettled() {
        Evidence evidence = evidence();
        List<String> open = new ArrayList<>();
        evidence.ends().forEach((command, how) -> {
            if (how.isEmpty()) {
                open.add(command + " has not ended; POSTs: " + posts(command));
            }
        });
        Set<String> ended = evidence.events().stream()
                .filter(Event::isFinal)
                .map(event -> event.project() + "/" + event.jobId())
                .collect(Collectors.toSet());
        evidence.eventsByJob().keySet().stream()
                .filter(job -> !ended.contains(job))
                .forEach(job -> open.add(job + " is not reported to have ended"));
        Set<String> answered = evidence.events().stream()
                .filter(Event::isAnswer)
                .map(event -> String.valueOf(event.operation()))
                .collect(Collectors.toSet());
        evidence.operations().keySet().stream()
                .filter(operation -> !answered.contains(operation))
                .forEach(operation -> open.add(operation + " is not answered"));
        return open;
    }

    @Override
    public void close() {
        traffic.close();
    }
}
