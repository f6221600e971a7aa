package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.guarantee.Promise;
import io.docsagent.worker.guarantee.SentOnce;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.fault.FaultRule;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;

/** Where the service knows repeats, lost answers and lost workers leave no command unknown and none doubled. */
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class IdempotentServiceIT {

    private static final int PROJECTS = 4;
    private static final int CREATES = 10;
    private static final int CONVERSATIONS = 4;
    private static final int HELD = 3;

    /** As many as are in flight at once: with each more in a row, a project waits longer. */
    private static final int LOST = PROJECTS * 8;

    private static final int ATTEMPTS = 20;

    private static final Promise ONCE = new SentOnce(1);

    @Test
    void answers_are_lost_and_workers_killed() {
        try (Cluster cluster = new Cluster(
                "idempotent",
                1,
                2,
                "docs-agent.api.idempotency-header=" + Cluster.IDEMPOTENCY_HEADER,
                "docs-agent.delivery=at-least-once",
                "docs-agent.dispatch.max-attempts=" + ATTEMPTS,
                // Most answers are lost: the breaker would take that for an outage.
                "docs-agent.api.breaker.unknown-in-a-row=1000")) {
            cluster.run("kill -9 while an idempotent service's answers are lost", scenario -> {
                scenario.waive(ONCE);
                String held = scenario.project("held");
                FaultRule silence = Fault.late(Duration.ofMinutes(1))
                        .on(ServiceOperation.CREATE)
                        .inProject(held);
                FaultRule dropped = Fault.dropAfterWork()
                        .on(ServiceOperation.CREATE, ServiceOperation.MESSAGE)
                        .times(LOST);
                cluster.sandbox().faults().add(silence);
                scenario.traffic().creates(held, HELD);
                scenario.await("the service has them", () -> scenario.posts().size() >= HELD);
                cluster.sandbox().faults().add(dropped);
                for (int i = 0; i < PROJECTS; i++) {
                    String project = scenario.project("lossy" + i);
                    scenario.traffic().creates(project, CREATES);
                    IntStream.range(0, CONVERSATIONS)
                            .forEach(each -> scenario.traffic().conversation(project));
                }
                scenario.await("answers are lost", () -> scenario.posts().size() > HELD + PROJECTS);
                scenario.strike(
                        "kill -9 all workers",
                        () -> cluster.workers()
                                .forEach(worker -> worker.process().kill()));
                cluster.sandbox().faults().remove(silence);
                scenario.act("start all workers", cluster::whole);
                scenario.settle();
                assertThat(ends(scenario)).as("ends").containsOnly("job");
                assertThat(cluster.history(scenario, Cluster.BUDGET))
                        .satisfies(history ->
                                assertThat(ONCE.broken(history)).as("repeats").isNotEmpty())
                        .satisfies(history -> assertThat(new SentOnce(ATTEMPTS).broken(history))
                                .isEmpty());
                assertThat(scenario.evidence().postsByCommand().values())
                        .as("what the service did")
                        .allSatisfy(posts -> assertThat(posts.stream().filter(JournalEntry::counted))
                                .hasSizeLessThanOrEqualTo(1));
                assertThat(scenario.evidence().events())
                        .extracting(Event::type)
                        .doesNotContain("command.unknown", "command.doubled");
            });
        }
    }

    private static List<String> ends(Scenario scenario) {
        return scenario.evidence().ends().values().stream()
                .map(how -> String.join(",", how))
                .toList();
    }
}
