package io.docsagent.worker.engine;

import io.docsagent.worker.clock.Alarms;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When the projects of a partition are woken: at the next moment of each at which something is to be done. */
final class WakeUps {

    /** By then the wake-up's acknowledgement has corrected the clock; a longer minimum would make alarms late. */
    private static final Duration LONGEST_GUARD = Duration.ofSeconds(1);

    /** The time over which a new owner visits the projects that only remember something. */
    private static final Duration SPREAD = Duration.ofMinutes(10);

    private final Dependencies dependencies;
    private final Alarms alarms;
    private final int partition;

    WakeUps(Dependencies dependencies, int partition) {
        this.dependencies = dependencies;
        this.alarms = dependencies.schedules().alarms();
        this.partition = partition;
    }

    /** Schedules the project's first wake-up: at once where something is to be done. */
    void resume(Project project) {
        Instant at = project.isBusy()
                ? Instant.EPOCH
                : dependencies.inputs().clock().instant(partition).plus(spread(project.id()));
        alarms.set(partition, project.id(), at, Duration.ZERO);
        if (project.hold() instanceof Hold.Held held && held.reason().isOfKey()) {
            alarms.keyMayHaveChanged(project.id());
        }
    }

    private static Duration spread(String projectId) {
        return Duration.ofMillis(Math.floorMod(projectId.hashCode(), SPREAD.toMillis()));
    }

    /** @param input that was decided; null where it could not be read, or was another project's */
    void set(@Nullable Input input, String projectId, LogPosition position, Decision decision) {
        Instant next = decision.nextMoment();
        alarms.set(partition, projectId, next, atLeast(input, position, next));
    }

    /** Until the next decision of the project: a wake-up of which nothing is decided would be repeated for ever. */
    void stop(String projectId) {
        alarms.silence(partition, projectId);
    }

    /**
     * A wake-up that came early, because a new leader's clock is behind the previous one's, must not be repeated at
     * once.
     */
    private static Duration atLeast(@Nullable Input input, LogPosition position, @Nullable Instant next) {
        if (next == null || !(input instanceof Input.WokeUp)) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(position.appendedAt(), next);
        return left.compareTo(LONGEST_GUARD) > 0 ? LONGEST_GUARD : left;
    }
}
