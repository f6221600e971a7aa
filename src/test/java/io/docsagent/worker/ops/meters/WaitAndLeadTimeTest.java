package io.docsagent.worker.ops.meters;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.called;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
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

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineMeters meters =
            new EngineMeters(registry, new PublisherLabels(Map.of("requests", "default")), Driven.TOPICS);

    @Test
    void a_wait_is_measured_against_what_was_told_on_arrival() {
        QueuedCommand waiting = create("docs", 7, Priority.HIGH);
        var place = new StatusEvent.QueuePlace(1, NOW.plusSeconds(60), "quota");
        meters.decided("docs", decision(NOW, 8, waiting, new Effect.Announce(queued(place))));
        Instant sentAt = NOW.plusSeconds(90);
        QueuedCommand sent = called(waiting);
        var call = new GatewayRequest.Call("docs", sent.callId(), null, "prompt", sentAt, null);
        meters.decided("docs", decision(sentAt, 8, sent, new Effect.Send(call)));

        assertThat(registry.scrape())
                .contains(
                        "docs_agent_quota_spent_tokens_total{priority=\"high\",publisher=\"default\",type=\"create\"} 1.0")
                .contains("docs_agent_wait_seconds_count{publisher=\"default\",reason=\"quota\"} 1")
                .contains("docs_agent_eta_error_seconds_sum{direction=\"late\"} 30.0")
                .contains("docs_agent_eta_error_seconds_count{direction=\"early\"} 0");
    }

    @Test
    void the_lead_time_runs_from_the_prompt_to_the_pull_request() {
        QueuedCommand sent = called(create("docs", 7, Priority.NORMAL));
        meters.decided("docs", decision(NOW, 8, sent));
        meters.decided("docs", decision(NOW, 8, null, new Effect.Announce(job(NOW, "active", null))));
        Instant later = sent.arrivedAt().plusSeconds(300);
        meters.decided("docs", decision(later, 8, null, new Effect.Announce(job(later, "completed", "https://pr"))));
        meters.decided("docs", decision(later, 8, null, new Effect.Announce(job(later, "archived", "https://pr"))));

        assertThat(registry.scrape())
                .contains("docs_agent_lead_time_seconds_count 1")
                .contains("docs_agent_lead_time_seconds_sum 300.0");
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

    private static StatusEvent queued(StatusEvent.QueuePlace place) {
        return new StatusEvent(
                StatusEvent.Type.COMMAND_QUEUED,
                "3-1-0",
                NOW,
                "docs",
                "c7",
                null,
                null,
                place,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static StatusEvent job(Instant at, String status, @Nullable String prLink) {
        var state = new StatusEvent.JobState("j1", status, null, prLink, null, null, null, null, 1);
        var type = prLink == null ? StatusEvent.Type.JOB_ACTIVE : StatusEvent.Type.JOB_COMPLETED;
        return new StatusEvent(type, "0-2-0", at, "docs", "c7", state, null, null, null, null, null, null, null, null);
    }
}
