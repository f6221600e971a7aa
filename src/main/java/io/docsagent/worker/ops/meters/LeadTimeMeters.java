package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures from prompt to pull request, where this instance has seen both. */
final class LeadTimeMeters {

    private static final Set<StatusEvent.Type> ENDS_WITHOUT = EnumSet.of(
            StatusEvent.Type.JOB_FAILED,
            StatusEvent.Type.JOB_ARCHIVED,
            StatusEvent.Type.JOB_LOST,
            StatusEvent.Type.JOB_STALLED);

    private final Timer leadTimes;
    private final Recent<Instant> prompts = new Recent<>();
    private final Recent<Instant> jobs = new Recent<>();

    LeadTimeMeters(MeterRegistry registry) {
        leadTimes = Timer.builder("docs.agent.lead.time")
                .description("From the arrival of a create to the pull request of its job")
                .serviceLevelObjectives(HistogramBounds.WAITS)
                .register(registry);
    }

    synchronized void decided(String projectId, Decision decision) {
        decision.changes().queue().forEach((key, changed) -> {
            QueuedCommand queued = changed.orElse(null);
            if (queued == null) {
                becomesJob(prompts.remove(key), projectId, decision);
            } else if (queued.command().type() == Command.Type.CREATE) {
                prompts.put(key, queued.arrivedAt());
            }
        });
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Announce announce && announce.event().job() != null) {
                seen(Keys.job(projectId, announce.event().job().jobId()), announce.event());
            }
        }
    }

    /** A create that ends accepted is announced with its job. */
    private void becomesJob(@Nullable Instant prompt, String projectId, Decision decision) {
        for (Effect effect : decision.effects()) {
            if (prompt != null
                    && effect instanceof Effect.Announce announce
                    && announce.event().job() != null) {
                jobs.put(Keys.job(projectId, announce.event().job().jobId()), prompt);
            }
        }
    }

    private void seen(String job, StatusEvent event) {
        boolean hasLink = event.job() != null && event.job().prLink() != null;
        if (!hasLink && !ENDS_WITHOUT.contains(event.type())) {
            return;
        }
        Instant prompt = jobs.remove(job);
        if (prompt != null && hasLink) {
            leadTimes.record(Duration.between(prompt, event.time()));
        }
    }
}
