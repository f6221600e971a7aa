package io.docsagent.worker.ops.projects;

import static io.docsagent.worker.ops.projects.FakeProjects.POLICY;
import static io.docsagent.worker.ops.projects.FakeProjects.limitedTo;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.QuietPeriod;
import io.docsagent.worker.domain.state.Routing;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the commands of a project wait for, as operators see it. */
class CommandListTest {

    private static final Instant NOW = ProjectWorld.START;
    private static final JobLimit ONE = new JobLimit(1, Map.of());
    private static final JobLimit ONE_OF_CI = new JobLimit(null, Map.of("ci", 1));

    private static final Policy UNLIMITED = limitedTo(JobLimit.NONE, JobLimit.NONE);

    private final FakeProjects projects = new FakeProjects();

    @Test
    void what_would_start_a_job_waits_while_too_many_pull_requests_are_open() {
        waiting(create("c1"), create("c2").by("ci"), message("m1", "j1"));
        projects.count(Asked.PROJECT, Map.of("ci", 2), Map.of("ci", 1));

        assertThat(reasons(limitedTo(JobLimit.NONE, ONE)))
                .containsExactly("c1 open_pull_requests", "c2 open_pull_requests", "m1 none");
        assertThat(reasons(limitedTo(JobLimit.NONE, ONE_OF_CI)))
                .as("of one publisher")
                .containsExactly("c1 none", "c2 open_pull_requests", "m1 none");
        assertThat(reasons(limitedTo(JobLimit.NONE, new JobLimit(2, Map.of()))))
                .containsExactly("c1 none", "c2 none", "m1 none");
    }

    @Test
    void a_create_that_continues_a_job_waits_for_no_pull_request() {
        waiting(Routing.toJob(Queued.of(1, create("c1").continuing("main")), "j1"));
        projects.count(Asked.PROJECT, Map.of(), Map.of("default", 1));

        assertThat(reasons(limitedTo(JobLimit.NONE, ONE))).containsExactly("c1 none");
    }

    @Test
    void what_would_make_another_job_active_waits_while_too_many_are() {
        waiting(create("c1"), create("c2").by("ci"), message("m1", "active"), message("m2", "ended"));
        projects.count(Asked.PROJECT, Map.of("ci", 1), Map.of("ci", 2));
        projects.remember(Asked.PROJECT, List.of(job("active", "active"), job("ended", "completed")), List.of());

        assertThat(reasons(limitedTo(ONE, JobLimit.NONE)))
                .containsExactly("c1 active_jobs", "c2 active_jobs", "m1 none", "m2 active_jobs");
        assertThat(reasons(limitedTo(ONE_OF_CI, JobLimit.NONE)))
                .as("of one publisher")
                .containsExactly("c1 none", "c2 active_jobs", "m1 none", "m2 none");
        assertThat(reasons(limitedTo(ONE, ONE)))
                .as("both limits")
                .containsExactly("c1 active_jobs", "c2 active_jobs", "m1 none", "m2 active_jobs");
    }

    @Test
    void nobody_can_tell_when_a_job_ends_or_a_pull_request_is_merged() {
        waiting(create("c1"));
        projects.count(Asked.PROJECT, Map.of("ci", 1), Map.of("ci", 1));

        assertThat(list(limitedTo(ONE, JobLimit.NONE)))
                .extracting(CommandSummary::waitsUntil)
                .containsOnlyNulls();
        assertThat(list(limitedTo(JobLimit.NONE, ONE)))
                .extracting(CommandSummary::waitsUntil)
                .containsOnlyNulls();
    }

    @Test
    void what_holds_the_project_comes_before_its_limits() {
        waiting(create("c1"));
        projects.count(Asked.PROJECT, Map.of("ci", 1), Map.of());
        projects.hold(Asked.PROJECT, new OperatorHold("alice", null, NOW, null));

        assertThat(reasons(limitedTo(ONE, JobLimit.NONE))).containsExactly("c1 operator");
    }

    @Test
    void a_command_waits_for_quiet_until_its_period_ends() {
        waiting(quiet(1, create("c1"), Duration.ofMinutes(2)));

        assertThat(reasons(UNLIMITED)).containsExactly("c1 quiet");
        assertThat(list(UNLIMITED))
                .extracting(CommandSummary::waitsUntil)
                .containsExactly(NOW.plus(Duration.ofMinutes(2)));
        assertThat(reasons(UNLIMITED, NOW.plus(Duration.ofMinutes(2)))).containsExactly("c1 none");
    }

    @Test
    void of_a_quiet_period_and_a_time_the_later_one_is_the_reason() {
        Instant soon = NOW.plus(Duration.ofMinutes(1));
        waiting(
                quiet(1, create("c1").notBefore(soon), Duration.ofMinutes(2)),
                quiet(2, create("c2").notBefore(soon), Duration.ofSeconds(30)));

        assertThat(reasons(UNLIMITED)).containsExactly("c2 scheduled", "c1 quiet");
    }

    @Test
    void a_create_whose_key_another_one_has_waits_behind_its_job_whatever_the_limits_are() {
        waiting(Routing.waitingForKey(Queued.of(1, create("c1").continuing("main"))));
        projects.count(Asked.PROJECT, Map.of("ci", 1), Map.of("ci", 1));

        assertThat(reasons(UNLIMITED)).containsExactly("c1 behind_job");
        assertThat(reasons(limitedTo(ONE, ONE))).containsExactly("c1 behind_job");
    }

    @Test
    void a_message_waits_behind_its_create_and_behind_an_earlier_message() {
        waiting(create("c1"), follow("m1", "c1"), message("m2", "j1"), message("m3", "j1"));

        assertThat(reasons(UNLIMITED)).containsExactly("c1 none", "m1 behind_job", "m2 none", "m3 behind_job");
    }

    @Test
    void what_waits_behind_a_job_waits_for_the_quota_first() {
        var spent = new Quota(0, Uses.of(List.of(new Use(NOW, "default"), new Use(NOW, "default"))), Map.of());
        projects.add(
                Asked.PROJECT,
                Hold.NONE,
                spent,
                1,
                Queued.of(1, message("m1", "j1")),
                Queued.of(2, message("m2", "j1")));

        assertThat(reasons(POLICY)).containsExactly("m1 none", "m2 quota");
    }

    private static QueuedCommand quiet(long sequence, Asked asked, Duration quiet) {
        String key = "key of " + asked.command().commandId();
        return QuietPeriod.begun(Queued.of(sequence, asked.replacing(key).quiet(quiet, null)), Duration.ofDays(1));
    }

    private void waiting(Asked... asked) {
        waiting(Stream.iterate(0, i -> i < asked.length, i -> i + 1)
                .map(i -> Queued.of(i, asked[i]))
                .toArray(QueuedCommand[]::new));
    }

    private void waiting(QueuedCommand... queued) {
        projects.add(Asked.PROJECT, Hold.NONE, Quota.UNUSED, 0, queued);
    }

    private static Job job(String id, String status) {
        var following = new JobFollowing.Followed(NOW, NOW, Duration.ZERO, null);
        return new Job(new JobSnapshot(id, status, null, null, null, null, null), JobCommands.NONE, 1, NOW, following);
    }

    private List<CommandSummary> list(Policy policy) {
        return list(policy, NOW);
    }

    private List<CommandSummary> list(Policy policy, Instant now) {
        return new CommandList(projects, requireNonNull(projects.project(Asked.PROJECT)), policy, now).first(100);
    }

    private List<String> reasons(Policy policy) {
        return reasons(policy, NOW);
    }

    private List<String> reasons(Policy policy, Instant now) {
        return list(policy, now).stream()
                .map(command -> command.commandId() + " " + command.waitsFor())
                .toList();
    }
}
