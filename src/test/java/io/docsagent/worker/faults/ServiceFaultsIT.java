package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.guarantee.NeverThrottled;
import io.docsagent.worker.guarantee.WithinQuota;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** A service that refuses, hangs, breaks off, answers nonsense or is used by somebody else. */
@ExtendWith(SharedCluster.class)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class ServiceFaultsIT {

    private static final int EACH = 3;

    private static final int SERVED_FIRST = 12;

    /** More than the worker needs, and less than any fault here could cost others: 2 s ({@code late}, Retry-After). */
    private static final Duration UNHINDERED = Duration.ofMillis(1_800);

    /** What a directive does to a command; one with "times 1" applies once, then the command is sent again. */
    private static final Map<String, String> ENDS = ends();

    private static Map<String, String> ends() {
        Map<String, String> ends = new LinkedHashMap<>();
        List.of(
                        "[answer 500]",
                        "[answer 502]",
                        "[answer 503]",
                        "[answer 503 retry-after 2]",
                        "[html]",
                        "[empty]",
                        "[truncated]",
                        "[huge 10000000]",
                        "[hang]",
                        "[hang after]",
                        "[drop]",
                        "[drop after]",
                        "[answer 408]")
                .forEach(directive -> ends.put(directive, "unknown"));
        List.of("[answer 400]", "[answer 404]", "[answer 422]").forEach(directive -> ends.put(directive, "rejected"));
        List.of(
                        "[late 2s]",
                        "[status pondering]",
                        "[fail]",
                        "[archive]",
                        "[late-pr]",
                        "[redirect https://elsewhere.example/ times 1]",
                        "[answer 401 times 1]",
                        "[answer 403 times 1]",
                        "[answer 429 retry-after 2 times 1]")
                .forEach(directive -> ends.put(directive, "job"));
        return ends;
    }

    @Test
    void answers_nonsense(Cluster cluster) {
        cluster.run("every kind of wrong answer, each to its own projects", scenario -> {
            scenario.waive(new NeverThrottled());
            Instant began = quietAtFirst(scenario);
            Map<String, String> expected = new HashMap<>();
            int number = 0;
            for (Map.Entry<String, String> end : ENDS.entrySet()) {
                String projectId = scenario.project("odd" + number++);
                for (int i = 0; i < EACH; i++) {
                    expected.put(scenario.traffic().create(projectId, end.getKey()), end.getValue());
                }
            }
            scenario.lasts(Duration.ofSeconds(8));
            scenario.settle();
            assertNobodyElseWaited(scenario, began);
            Map<String, Set<String>> ends = scenario.evidence().ends();
            expected.forEach((command, end) -> assertThat(ends.get(command)).containsExactly(end));
        });
    }

    @Test
    void answers_in_another_content_type(Cluster cluster) {
        cluster.run("another content type", scenario -> {
            String projectId = scenario.project("typed");
            var typed = Fault.replyAfterWork(
                            new HttpAnswer(201, Map.of("Content-Type", "text/plain"), "{\"id\":\"job_typed\"}"))
                    .on(ServiceOperation.CREATE)
                    .inProject(projectId);
            cluster.sandbox().faults().add(typed);
            String command = scenario.traffic().create(projectId, "");
            scenario.settle();
            cluster.sandbox().faults().remove(typed);
            assertThat(scenario.evidence().ends().get(command)).containsExactly("job");
        });
    }

    @Test
    void is_used_by_somebody_else(Cluster cluster) {
        cluster.run("somebody else spends the quota", scenario -> {
            scenario.waive(new NeverThrottled());
            scenario.waive(new WithinQuota(false));
            Instant began = quietAtFirst(scenario);
            List<String> shared = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                shared.add(scenario.project("busy" + i));
            }
            try (OtherClient other = new OtherClient(cluster.sandbox().baseUrl(), Cluster.KEY)) {
                scenario.act("somebody else begins", () -> other.spend(shared));
                // More than the worker may send before the other one has used anything.
                scenario.traffic().backlog(shared.size(), 2 * Cluster.CAPACITY);
                scenario.await(
                        "the worker is throttled",
                        () -> scenario.posts().stream()
                                .anyMatch(post -> Integer.valueOf(429).equals(post.status())));
                scenario.lasts(Duration.ofSeconds(5));
            }
            scenario.settle();
            assertNobodyElseWaited(scenario, began);
        });
    }

    /** Returns when the faults may begin: how quick the machine is without them is known by then. */
    private static Instant quietAtFirst(Scenario scenario) {
        scenario.traffic().quietly();
        scenario.await(
                "the first quiet projects were served",
                () -> scenario.evidence().quietDelays().size() >= SERVED_FIRST);
        return Instant.now();
    }

    /** On a machine with more to do than this even who is alone waits for longer. */
    private static void assertNobodyElseWaited(Scenario scenario, Instant began) {
        Evidence evidence = scenario.evidence();
        Duration alone = evidence.quietDelays(command -> command.at().isBefore(began))
                .getLast()
                .multipliedBy(3);
        Duration limit = alone.compareTo(UNHINDERED) > 0 ? alone : UNHINDERED;
        long published = evidence.published().stream().filter(Published::quiet).count();
        assertThat(evidence.quietDelays())
                .as("delays of quiet projects, one for each of their commands")
                .hasSize((int) published);
        assertThat(evidence.quietDelays(command -> !command.at().isBefore(began)))
                .as("delays of quiet projects while others had faults, at most " + limit)
                .isNotEmpty()
                .allSatisfy(delay -> assertThat(delay).isLessThan(limit));
    }
}
