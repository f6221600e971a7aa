package io.docsagent.worker.ops.meters;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.called;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Routing;
import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.wire.GatewayRequest;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is measured between a command's arrival, its call and its pull request. */
class WaitAndLeadTimeTest {

    private static final String DOCS = "{project=\"docs\",publisher=\"default\"}";

    /** Two beside those that have none. */
    private static final ProjectLabels PROJECTS = new ProjectLabels(List.of(), 2);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineMeters meters =
            new EngineMeters(registry, new PublisherLabels(Map.of("requests", "default")), PROJECTS, Driven.TOPICS);

    /** Also where an earlier owner of the partition has announced it. */
    @Test
    void a_wait_is_measured_against_what_was_told_on_arrival() {
        QueuedCommand waiting =
                create("docs", 7, Priority.HIGH).announced(new StatusEvent.QueuePlace(1, NOW.plusSeconds(60), "quota"));
        Instant sentAt = NOW.plusSeconds(90);
        QueuedCommand sent = called(waiting);
        var call = new GatewayRequest.Call("docs", sent.callId(), null, "prompt", sentAt, null);
        meters.decided("docs", decision(sentAt, 8, sent, new Effect.Send(call)));

        assertThat(registry.scrape())
                .contains(
                        "docs_agent_uses_total{priority=\"high\",project=\"docs\",publisher=\"default\",type=\"create\"} 1.0")
                .contains("docs_agent_wait_seconds_count{publisher=\"default\",reason=\"quota\"} 1")
                .contains("docs_agent_eta_error_seconds_sum{direction=\"late\"} 30.0")
                .contains("docs_agent_eta_error_seconds_count{direction=\"early\"} 0");
    }

    @Test
    void the_lead_time_runs_from_the_prompt_to_the_pull_request() {
        QueuedCommand sent = called(create("docs", 7, Priority.NORMAL));
        starts(sent);
        Instant later = sent.arrivedAt().plusSeconds(300);
        meters.decided("docs", decision(later, 8, null, new Effect.Announce(job(later, "completed", "https://pr"))));
        meters.decided("docs", decision(later, 8, null, new Effect.Announce(job(later, "archived", "https://pr"))));

        assertThat(registry.scrape())
                .contains("docs_agent_jobs_total" + DOCS + " 1.0")
                .contains("docs_agent_pull_requests_total" + DOCS + " 1.0")
                .contains("docs_agent_lead_time_seconds_count{project=\"docs\",publisher=\"default\"} 1")
                .contains("docs_agent_lead_time_seconds_sum{project=\"docs\",publisher=\"default\"} 300.0");
    }

    @Test
    void a_job_that_completes_without_a_pull_request_counts_once_none_is_expected() {
        starts(create("docs", 7, Priority.NORMAL));
        meters.decided("docs", completed(false));
        assertThat(registry.scrape()).contains("docs_agent_unchanged_jobs_total" + DOCS + " 0.0");

        meters.decided("docs", completed(true));
        meters.decided("docs", completed(true));

        assertThat(registry.scrape())
                .contains("docs_agent_jobs_total" + DOCS + " 1.0")
                .contains("docs_agent_pull_requests_total" + DOCS + " 0.0")
                .contains("docs_agent_unchanged_jobs_total" + DOCS + " 1.0");
    }

    @Test
    void a_create_that_goes_to_an_existing_job_starts_none_and_has_no_lead_time() {
        starts(Routing.toJob(create("docs", 7, Priority.NORMAL), "j1"));
        meters.decided(
                "docs",
                decision(NOW, 9, null, new Effect.Announce(job(NOW.plusSeconds(9), "completed", "https://pr"))));

        assertThat(registry.scrape())
                .doesNotContain("docs_agent_jobs_total" + DOCS + " 1.0")
                .doesNotContain("docs_agent_lead_time_seconds_count" + DOCS + " 1");
    }

    @Test
    void a_create_that_is_cancelled_while_another_job_is_seen_starts_none() {
        QueuedCommand waiting = create("docs", 7, Priority.NORMAL);
        meters.decided("docs", decision(NOW, 8, waiting));
        var why = new StatusEvent.Reason("cancelled", "By an operator", null);
        EndedCommand cancelled =
                EndedCommand.of(waiting, new CommandOutcome.NotTaken(CommandState.CANCELLED, why), NOW);
        meters.decided("docs", ended(cancelled, new Effect.Announce(job(NOW, "completed", "https://pr"))));

        assertThat(registry.scrape())
                .contains("docs_agent_jobs_total" + DOCS + " 0.0")
                .contains("docs_agent_pull_requests_total" + DOCS + " 0.0");
    }

    private void starts(QueuedCommand create) {
        meters.decided("docs", decision(NOW, 8, called(create)));
        EndedCommand accepted = EndedCommand.of(called(create), new CommandOutcome.Accepted("j1"), NOW);
        meters.decided("docs", ended(accepted, new Effect.Announce(job(NOW, "active", null))));
    }

    private static Decision ended(EndedCommand ended, Effect... effects) {
        Decision removed = decision(NOW, 8, null, effects);
        Decision.Changes changes = removed.changes();
        String key = Keys.seen("docs", create("docs", 7, Priority.NORMAL).identity());
        return new Decision(
                new Decision.Changes(
                        changes.projects(), changes.queue(), changes.jobs(), Map.of(key, Optional.of(ended))),
                removed.effects(),
                Load.NONE,
                null);
    }

    private static Decision completed(boolean isEnded) {
        var seen = new JobSnapshot("j1", "completed", null, null, null, null, null);
        JobFollowing following = isEnded
                ? new JobFollowing.Ended(NOW, null)
                : new JobFollowing.Lingering(NOW, NOW.plusSeconds(60), false);
        var job = new Job(seen, JobCommands.NONE, 2, NOW, following);
        var changes =
                new Decision.Changes(Map.of(), Map.of(), Map.of(Keys.job("docs", "j1"), Optional.of(job)), Map.of());
        return new Decision(changes, List.of(), Load.NONE, null);
    }

    private static Decision decision(
            Instant now, long nextSequence, @Nullable QueuedCommand changed, Effect... effects) {
        var counts = new Project.Counts(nextSequence, 0, 0, 0, 0, 0, 0, 0, 0);
        var project = new Project("docs", new Project.Applied(1, now), counts, Quota.UNUSED, Map.of(), Hold.NONE);
        var changes = new Decision.Changes(
                Map.of("docs", Optional.of(project)),
                Map.of(Keys.queued("docs", 7), Optional.ofNullable(changed)),
                Map.of(),
                Map.of());
        return new Decision(changes, List.of(effects), Load.NONE, null);
    }

    private static StatusEvent job(Instant at, String status, @Nullable String prLink) {
        var state = new StatusEvent.JobState("j1", status, null, prLink, null, null, null, null, 1);
        var type = prLink == null ? StatusEvent.Type.JOB_ACTIVE : StatusEvent.Type.JOB_COMPLETED;
        return new StatusEvent(
                type, "0-2-0", at, "docs", "c7", state, null, null, null, null, null, null, null, null, null, null,
                null, null);
    }
}
