package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Topic;
import io.docsagent.worker.harness.WorkerProcess;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.fault.FaultRule;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kills between any two steps of a command, reached from outside: by what the broker and the service let happen. */
@ExtendWith(SharedCluster.class)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class FailPointFaultsIT {

    private static final List<String> TRANSACTIONAL =
            List.of("docs-agent.inputs", "docs-agent.calls", "docs-agent.job-status");

    /** A frozen broker confirms nothing: what was decided meanwhile is in the stores and can never be committed. */
    @Test
    void after_the_state_was_written_and_before_the_commit(Cluster cluster) {
        cluster.run("kill -9 before the commit", scenario -> {
            int before = aborted(cluster);
            scenario.traffic().quietly();
            scenario.traffic().backlog(50, 15);
            scenario.await("the first are sent", () -> !scenario.posts().isEmpty());
            ChildJvm broker = cluster.kafka().nodes().getFirst().process();
            WorkerProcess victim = cluster.anyWorker(scenario.random());
            scenario.act("SIGSTOP broker", broker::freeze);
            scenario.lasts(Duration.ofMillis(500));
            scenario.strike("kill -9 " + victim.name(), () -> victim.process().kill());
            scenario.act("SIGCONT broker", broker::thaw);
            scenario.act("start " + victim.name(), victim::startAndAwait);
            scenario.settle();
            assertThat(aborted(cluster)).as("records of aborted transactions").isGreaterThan(before);
        });
    }

    /** The port takes no connection: a call hangs behind its commit and before its first byte. */
    @Test
    void after_the_commit_of_the_call_and_before_the_post(Cluster cluster) {
        cluster.run("kill -9 before the POST", scenario -> {
            cluster.sandbox().refuse();
            try (UnansweredPort port = UnansweredPort.at(cluster.sandbox().baseUrl())) {
                scenario.act("connections hang at " + port, () -> hold(scenario, ""));
                killHolders(cluster, scenario, 3);
            } finally {
                cluster.sandbox().listen();
            }
            scenario.settle();
            assertThat(scenario.posts())
                    .as("what the killed worker had not sent")
                    .isEmpty();
            assertThat(ends(scenario)).allMatch("unknown"::equals);
            resolve(scenario, command -> "\"as\":\"not_taken\",\"repeat\":true");
            assertThat(scenario.posts()).as("sent in the end").hasSize(3);
        });
    }

    /** The service does the work and keeps its answer. */
    @Test
    void after_the_post_and_before_the_outcome(Cluster cluster) {
        cluster.run("kill -9 before the outcome", scenario -> {
            FaultRule silence = Fault.late(Duration.ofMinutes(1))
                    .on(ServiceOperation.CREATE)
                    .inProject(scenario.project("held"));
            cluster.sandbox().faults().add(silence);
            hold(scenario, "");
            scenario.await("the service has them", () -> scenario.posts().size() == 3);
            killHolders(cluster, scenario, 3);
            cluster.sandbox().faults().remove(silence);
            scenario.settle();
            assertThat(ends(scenario)).allMatch("unknown"::equals);
            resolve(
                    scenario,
                    command -> "\"as\":\"taken\",\"jobId\":\"%s\""
                            .formatted(scenario.posts(command).getFirst().jobId()));
        });
    }

    /** Without them it is not known which calls were sent: those that are there are not, and end as unknown. */
    @Test
    void while_calls_are_sent_and_the_offsets_of_their_topic_are_lost(Cluster cluster) {
        cluster.run("kill -9 of all workers, and the gateway's offsets deleted", scenario -> {
            scenario.traffic().backlog(20, 2);
            scenario.await("the first are sent", () -> scenario.posts().size() > 10);
            scenario.strike("kill -9 all workers and delete the group", () -> {
                cluster.workers().forEach(worker -> worker.process().kill());
                cluster.deleteGroup("docs-agent-gateway");
                cluster.whole();
            });
            scenario.traffic().quietly();
            scenario.settle();
        });
    }

    /** The outcome is in the log and perhaps not processed: it is seen there, and all workers die. */
    @Test
    void after_the_outcome(Cluster cluster) {
        cluster.run("kill -9 of all workers after the outcome", scenario -> {
            try (Topic inputs = Topic.uncommitted(cluster.kafka().bootstrapServers(), "docs-agent.inputs")
                    .fromNowOn()) {
                String command = scenario.traffic().create(scenario.project("held"), "");
                scenario.await(
                        "its outcome is in the log",
                        () -> inputs.mentions(Identity.ofCommandId(command).key() + "."));
            }
            scenario.strike(
                    "kill -9 all workers",
                    () -> cluster.workers().forEach(worker -> worker.process().kill()));
            cluster.whole();
            scenario.settle();
            assertThat(ends(scenario)).containsExactly("job");
        });
    }

    /** An operator says what became of each command, and each becomes a job. */
    private static void resolve(Scenario scenario, UnaryOperator<String> how) {
        scenario.act(
                "resolve all",
                () -> scenario.traffic()
                        .published()
                        .forEach(command -> scenario.traffic()
                                .operate(
                                        command.projectId(),
                                        "resolve",
                                        ",\"commandId\":\"%s\",%s"
                                                .formatted(command.commandId(), how.apply(command.commandId())))));
        scenario.await(
                "all are jobs that have ended",
                () -> scenario.unsettled().isEmpty() && ends(scenario).stream().allMatch("job,unknown"::equals));
    }

    private static void hold(Scenario scenario, String directives) {
        IntStream.range(0, 3).forEach(i -> {
            String unused = scenario.traffic().create(scenario.project("held"), directives);
        });
    }

    /** The calls are of one project, and yet of two workers where its partition moved between two of them. */
    private static void killHolders(Cluster cluster, Scenario scenario, int calls) {
        scenario.await(
                "workers have the calls open",
                () -> cluster.workers().stream()
                                .mapToDouble(FailPointFaultsIT::callsInFlight)
                                .sum()
                        >= calls);
        List<WorkerProcess> holders = cluster.workers().stream()
                .filter(worker -> callsInFlight(worker) > 0)
                .toList();
        String names = holders.stream().map(WorkerProcess::name).collect(Collectors.joining(", "));
        scenario.strike(
                "kill -9 " + names,
                () -> holders.forEach(worker -> worker.process().kill()));
        scenario.act("start " + names, () -> holders.forEach(WorkerProcess::startAndAwait));
    }

    private static double callsInFlight(WorkerProcess worker) {
        return worker.metric("docs_agent_in_flight_calls");
    }

    private static List<String> ends(Scenario scenario) {
        return scenario.evidence().ends().values().stream()
                .map(how -> String.join(",", how))
                .toList();
    }

    private static int aborted(Cluster cluster) {
        String brokers = cluster.kafka().bootstrapServers();
        return TRANSACTIONAL.stream()
                .mapToInt(name -> {
                    try (Topic all = Topic.uncommitted(brokers, name);
                            Topic committed = Topic.committed(brokers, name)) {
                        return all.count() - committed.count();
                    }
                })
                .sum();
    }
}
