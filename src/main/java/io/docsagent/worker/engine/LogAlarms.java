package io.docsagent.worker.engine;

import io.docsagent.worker.message.Input.WokeUp;
import io.docsagent.worker.message.InputLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Alarms on a timer of this instance that append wake-ups to the log; a wake-up only says "look". */
public final class LogAlarms implements Alarms {

    private static final Logger log = LoggerFactory.getLogger(LogAlarms.class);

    /** After a wake-up that could not be appended. */
    private static final Duration BEFORE_RETRY = Duration.ofSeconds(1);

    private final InputLog inputs;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final Map<Integer, Map<String, ScheduledFuture<?>>> pending = new ConcurrentHashMap<>();

    public LogAlarms(InputLog inputs, InstantSource clock, ScheduledExecutorService timer) {
        this.inputs = inputs;
        this.clock = clock;
        this.timer = timer;
    }

    @Override
    public void set(int partition, String projectId, @Nullable Instant at, Duration atLeast) {
        Map<String, ScheduledFuture<?>> alarms = pending.computeIfAbsent(partition, none -> new ConcurrentHashMap<>());
        alarms.compute(projectId, (id, before) -> {
            if (before != null) {
                before.cancel(false);
            }
            return at == null ? null : schedule(alarms, id, wait(at, atLeast));
        });
    }

    @Override
    public void keyMayHaveChanged(String projectId) {
        append(new WokeUp(projectId, WokeUp.Cause.KEY_CHANGED));
    }

    @Override
    public void cancelAll(int partition) {
        Map<String, ScheduledFuture<?>> alarms = pending.remove(partition);
        if (alarms != null) {
            alarms.values().forEach(alarm -> alarm.cancel(false));
        }
    }

    private Duration wait(Instant at, Duration atLeast) {
        Duration wait = Duration.between(clock.instant(), at);
        return wait.compareTo(atLeast) < 0 ? atLeast : wait;
    }

    private ScheduledFuture<?> schedule(Map<String, ScheduledFuture<?>> alarms, String projectId, Duration wait) {
        return timer.schedule(() -> wake(alarms, projectId), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The record leads to the next alarm; should it never come back, this one rings again. */
    private void wake(Map<String, ScheduledFuture<?>> alarms, String projectId) {
        var unused = inputs.append(new WokeUp(projectId, WokeUp.Cause.TIME)).whenComplete((appended, failure) -> {
            if (failure != null) {
                log.atWarn()
                        .addKeyValue("projectId", projectId)
                        .setCause(failure)
                        .log("A wake-up could not be written; trying again");
                alarms.computeIfPresent(projectId, (id, rung) -> schedule(alarms, id, BEFORE_RETRY));
            }
        });
    }

    private void append(WokeUp wakeUp) {
        var unused = inputs.append(wakeUp).whenComplete((appended, failure) -> {
            if (failure != null) {
                // Costs the wait until the project's next probe, at most ten minutes.
                log.atWarn()
                        .addKeyValue("projectId", wakeUp.projectId())
                        .setCause(failure)
                        .log("A wake-up could not be written");
            }
        });
    }
}
