package io.docsagent.worker.ops.health;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.POLICY;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.ops.projects.FakeProjects;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** A part that does nothing is stalled where something waits for it, and otherwise has nothing to do. */
class ProgressTest {

    private static final Duration LONGEST_CALL = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofSeconds(90);
    private static final TopicPartition PARTITION = new TopicPartition("requests", 4);

    private final FakeProjects projects = new FakeProjects();
    private final Map<String, Duration> overdue = new HashMap<>();
    private final AtomicLong nanos = new AtomicLong();
    private final LastTime last = new LastTime(nanos::get);
    private Instant now = NOW;

    private final CallProgress calls =
            new CallProgress(projects, id -> POLICY, overdue::get, last, LONGEST_CALL, () -> now);

    private final UnreadRequests requests = new UnreadRequests(last, nanos::get);

    @Test
    void without_commands_the_gateway_has_nothing_to_do() {
        assertThat(calls.progress()).isEqualTo(Progress.nothingToDo(null));
        last.isNow();
        pass(5);
        assertThat(calls.progress()).isEqualTo(Progress.nothingToDo(Duration.ofSeconds(5)));
    }

    /** The management port is open by then. */
    @Test
    void the_gateway_has_nothing_to_do_before_the_brokers_time_is_known() {
        CallProgress starting =
                new CallProgress(projects, id -> POLICY, overdue::get, last, LONGEST_CALL, new LogClock(nanos::get));

        assertThat(starting.progress()).isEqualTo(Progress.nothingToDo(null));
    }

    @Test
    void a_call_without_an_outcome_waits_from_its_decision_on() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 1, command("docs"));
        pass(30);

        Progress progress = calls.progress();

        assertThat(progress.stalled()).isEqualTo(LONGEST_CALL.plusSeconds(30));
        assertThat(progress.waitingFor()).isEqualTo("calls of 1 project: docs");
    }

    @Test
    void commands_that_could_be_sent_wait_from_the_moment_on_at_which_that_was_to_be_decided() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0, command("docs"));
        assertThat(calls.progress().waiting())
                .as("they wait for notBefore, for a job, for a budget")
                .isNull();

        overdue.put("docs", Duration.ofMinutes(3));
        assertThat(calls.progress().stalled()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void what_is_held_or_waits_for_nothing_else_than_time_is_not_waited_for() {
        Hold held =
                new Hold.Flowing(0, Duration.ZERO).hold(Hold.Reason.UNAUTHORIZED, "401", NOW, NOW.plusSeconds(60), -1);
        projects.add("held", held, Quota.UNUSED, 0, command("held"));
        projects.add("by-operator", Hold.NONE, Quota.UNUSED, 0, command("by-operator"));
        projects.hold("by-operator", new OperatorHold("alice", null, NOW, null));
        projects.add("empty", Hold.NONE, Quota.UNUSED, 0);
        for (String id : new String[] {"held", "by-operator", "empty"}) {
            overdue.put(id, Duration.ofMinutes(3));
        }

        assertThat(calls.progress().waiting()).isNull();
    }

    @Test
    void ten_projects_are_named_those_that_wait_longest_first() {
        IntStream.range(0, 12).forEach(i -> {
            projects.add("p" + i, Hold.NONE, Quota.UNUSED, 0, command("p" + i));
            overdue.put("p" + i, Duration.ofSeconds(i + 1));
        });

        assertThat(calls.progress().waitingFor())
                .isEqualTo("calls of 12 projects: p11, p10, p9, p8, p7, p6, p5, p4, p3, p2, …");
    }

    @Test
    void the_time_in_which_kafka_did_not_answer_is_no_wait() {
        see(5, 9);
        pass(600);
        see(5, 9);
        assertThat(requests.progress().stalled()).isLessThan(MOST);

        pass(30);
        see(5, 9);
        pass(30);
        see(5, 9);
        assertThat(requests.progress().stalled()).isGreaterThan(MOST);
    }

    @Test
    void a_partition_waits_while_records_are_unread_and_none_is_read() {
        see(5, 5);
        assertThat(requests.progress().waiting()).isNull();

        see(5, 8);
        pass(30);
        see(5, 9);
        pass(30);
        see(5, 9);
        assertThat(requests.progress().stalled()).isEqualTo(Duration.ofMinutes(1));
        assertThat(requests.progress().waitingFor()).isEqualTo("4 records of partition requests-4");

        pass(30);
        assertThat(requests.progress().stalled())
                .as("while Kafka does not answer")
                .isEqualTo(Duration.ofMinutes(1));

        see(6, 9);
        assertThat(requests.progress().stalled()).as("one was read").isZero();
        see(9, 9);
        assertThat(requests.progress().waiting()).isNull();
    }

    @Test
    void the_engine_waits_for_a_commit_once_it_is_due() {
        assertThat(Progress.ofCommits(null).waiting()).as("while it starts").isNull();
        assertThat(Progress.ofCommits(Duration.ofSeconds(30)).waiting()).isNull();
        assertThat(Progress.ofCommits(Duration.ofSeconds(70)).stalled()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void an_instance_of_which_a_part_is_stalled_is_not_ready_and_says_what_waits() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 1, command("docs"));
        pass(30);
        assertThat(health().getStatus()).isEqualTo(Status.UP);

        pass(1);
        assertThat(health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health().getDetails())
                .containsEntry(
                        "gateway",
                        Map.of("lastDid", "none yet", "waitingFor", "calls of 1 project: docs", "waiting", "PT1M31S"))
                .containsEntry("poller", Map.of("lastDid", "none yet", "waitingFor", "nothing to do"));
    }

    private org.springframework.boot.health.contributor.Health health() {
        Map<Progress.Part, Supplier<Progress>> parts = Map.of(Progress.Part.GATEWAY, calls::progress);
        return new ProgressHealth(new Progress.OfParts(parts, MOST), () -> now).health();
    }

    private void see(long read, long end) {
        requests.seen(Map.of(PARTITION, read), Map.of(PARTITION, end));
    }

    private void pass(long seconds) {
        now = now.plusSeconds(seconds);
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private static QueuedCommand command(String projectId) {
        return create(projectId, 1, Priority.NORMAL);
    }
}
