package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.fault.FaultRule;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A service that fails for everyone costs the calls in flight and a few trials, not the backlog. */
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class FailingServiceIT {

    private static final int BUSY = 10;
    private static final int EACH = 100;
    private static final int NEW = 200;

    /** With a backlog, each project has so many calls in flight ({@code docs-agent.dispatch.max-in-flight}). */
    private static final int IN_FLIGHT = 8;

    private static final int LOST_EACH = 3;

    /** Calls in flight when the service began to fail have arrived by then. */
    private static final Duration TO_ARRIVE = Duration.ofSeconds(2);

    private static final int LOST_OF_THE_NEW = 10;

    /** Five trials would be made in it. */
    private static final Duration OUTAGE = Duration.ofSeconds(20);

    private static Cluster cluster;

    @BeforeAll
    static void start() {
        cluster = new Cluster("failing", 1, 2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments("answers 500", Fault.status(500).everywhere()),
                arguments("hangs", Fault.hang().everywhere()),
                // Its jobs are shown all along, which proves nothing about its POSTs.
                arguments("answers 200 with HTML", Fault.html().on(ServiceOperation.CREATE, ServiceOperation.MESSAGE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void keeps_its_backlog(String what, FaultRule failure) {
        cluster.run("the service " + what, scenario -> {
            List<String> busy = projects(scenario, "busy", BUSY);
            List<String> fresh = projects(scenario, "new", NEW);
            busy.forEach(project -> scenario.traffic().creates(project, EACH));
            scenario.await(
                    "every busy project is served",
                    () -> posts(scenario, Instant.MIN).keySet().size() == BUSY);
            Instant began = Instant.now();
            scenario.act("the service " + what, () -> cluster.sandbox().faults().add(failure));
            scenario.await("every busy project is held", () -> held(scenario).containsAll(busy));
            fresh.forEach(project -> scenario.traffic().creates(project, 1));
            scenario.lasts(OUTAGE);
            Instant ended = Instant.now();
            scenario.act("it works again", () -> cluster.sandbox().faults().remove(failure));
            scenario.settle();

            Map<String, Long> trials = posts(scenario, began.plus(TO_ARRIVE), ended);
            assertThat(busy).allSatisfy(project -> {
                assertThat(unknown(scenario, Set.of(project)))
                        .as("unknown of %s, whose POSTs arrived at %s", project, arrivals(scenario, project))
                        .isLessThanOrEqualTo(IN_FLIGHT + LOST_EACH);
                assertThat(trials.getOrDefault(project, 0L))
                        .as("trials of " + project)
                        .isLessThanOrEqualTo(LOST_EACH);
            });
            assertThat(unknown(scenario, Set.copyOf(fresh)))
                    .as("unknown of new projects")
                    .isLessThanOrEqualTo(LOST_OF_THE_NEW);
            assertThat(scenario.evidence().ends().values())
                    .allSatisfy(end -> assertThat(end).isSubsetOf("job", "unknown"));
        });
    }

    private static List<String> projects(Scenario scenario, String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> scenario.project(name + i))
                .toList();
    }

    private static Map<String, Long> posts(Scenario scenario, Instant from) {
        return posts(scenario, from, Instant.MAX);
    }

    private static Map<String, Long> posts(Scenario scenario, Instant from, Instant to) {
        return scenario.posts().stream()
                .filter(post ->
                        post.arrivedAt().isAfter(from) && post.arrivedAt().isBefore(to))
                .collect(
                        Collectors.groupingBy(post -> Objects.requireNonNull(post.projectId()), Collectors.counting()));
    }

    private static List<Instant> arrivals(Scenario scenario, String project) {
        return scenario.posts().stream()
                .filter(post -> project.equals(post.projectId()))
                .map(JournalEntry::arrivedAt)
                .toList();
    }

    private static Set<String> held(Scenario scenario) {
        return scenario.evidence().events().stream()
                .filter(event -> event.type().equals("project.held"))
                .map(Event::project)
                .collect(Collectors.toSet());
    }

    private static long unknown(Scenario scenario, Set<String> projects) {
        return scenario.evidence().events().stream()
                .filter(event -> event.type().equals("command.unknown") && projects.contains(event.project()))
                .count();
    }
}
