package io.docsagent.worker.clock;

import io.docsagent.worker.wire.Input.WokeUp;
import io.docsagent.worker.wire.InputLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Alarms on a timer of this instance that append wake-ups to the log. */
public final class LogAlarms implements Alarms {

    private static final Logger log = LoggerFactory.getLogger(LogAlarms.class);

    /** After a wake-up that could not be appended. */
    private static final Duration BEFORE_RETRY = Duration.ofSeconds(1);

    /**
     * After a wake-up that is in the log and was not read. Longer than what is in the log waits after a rebalance or a short
     * outage: each repetition is one more record to read.
     */
    private static final Duration BEFORE_REPETITION = Duration.ofMinutes(10);

    /** How long an alarm waits at most before it reads the log's time again, which a new leader may have changed. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final InputLog inputs;
    private final LogClock clock;
    private final ScheduledExecutorService timer;
    private final Map<Integer, Map<String, Alarm>> pending = new ConcurrentHashMap<>();

    public LogAlarms(InputLog inputs, LogClock clock, ScheduledExecutorService timer) {
        this.inputs = inputs;
        this.clock = clock;
        this.timer = timer;
    }

    @Override
    public void set(int partition, String projectId, @Nullable Instant at, Duration atLeast) {
        Map<String, Alarm> alarms = pending.computeIfAbsent(partition, none -> new ConcurrentHashMap<>());
        alarms.compute(projectId, (id, before) -> {
            if (before != null) {
                before.cancel();
            }
            return at == null ? null : new Alarm(partition, id, at).schedule(atLeast);
        });
    }

    @Override
    public void silence(int partition, String projectId) {
        Alarm alarm = pending.getOrDefault(partition, Map.of()).get(projectId);
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** For how long the project's next decision has been due; null where it is not. */
    public @Nullable Duration overdue(String projectId) {
        return pending.values().stream()
                .map(alarms -> alarms.get(projectId))
                .filter(Objects::nonNull)
                .map(Alarm::overdue)
                .filter(Duration::isPositive)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void keyMayHaveChanged(String projectId) {
        append(new WokeUp(projectId, WokeUp.Cause.KEY_CHANGED));
    }

    @Override
    public void cancelAll(int partition) {
        Map<String, Alarm> alarms = pending.remove(partition);
        if (alarms != null) {
            alarms.values().forEach(Alarm::cancel);
        }
    }

    /** Waits by the time of its partition's leader; appends the wake-up until it is in the log. */
    private final class Alarm {

        private final int partition;
        private final String projectId;
        private final Instant at;
        private final Instant setAt;
        private @Nullable ScheduledFuture<?> next;
        private boolean cancelled;

        Alarm(int partition, String projectId, Instant at) {
            this.partition = partition;
            this.projectId = projectId;
            this.at = at;
            this.setAt = clock.instant(partition);
        }

        /** A new owner's alarms are set for the beginning of time. */
        Duration overdue() {
            return Duration.between(at.isAfter(setAt) ? at : setAt, clock.instant(partition));
        }

        Alarm schedule(Duration atLeast) {
            Duration left = left();
            Duration wait = left.compareTo(atLeast) < 0 ? atLeast : left;
            checkAfter(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
            return this;
        }

        private synchronized void checkAfter(Duration wait) {
            if (!cancelled) {
                next = timer.schedule(this::check, wait.toNanos(), TimeUnit.NANOSECONDS);
            }
        }

        synchronized void cancel() {
            cancelled = true;
            if (next != null) {
                next.cancel(false);
            }
        }

        private Duration left() {
            return Duration.between(clock.instant(partition), at);
        }

        private void check() {
            if (left().isPositive()) {
                schedule(Duration.ZERO);
            } else {
                fire();
            }
        }

        /** The record sets the next alarm; if it was deleted before it was read, this one fires again. */
        private void fire() {
            var unused = inputs.append(new WokeUp(projectId, WokeUp.Cause.TIME)).whenComplete((appended, failure) -> {
                if (failure != null) {
                    log.atWarn()
                            .addKeyValue("projectId", projectId)
                            .addKeyValue("error", failure.toString())
                            .log("Could not publish a wake-up; retrying");
                    checkAfter(BEFORE_RETRY);
                } else {
                    checkAfter(BEFORE_REPETITION);
                }
            });
        }
    }

    private void append(WokeUp wakeUp) {
        var unused = inputs.append(wakeUp).whenComplete((appended, failure) -> {
            if (failure != null) {
                // Costs the wait until the project's next probe, at most ten minutes.
                log.atWarn()
                        .addKeyValue("projectId", wakeUp.projectId())
                        .addKeyValue("error", failure.toString())
                        .log("Could not publish a wake-up");
            }
        });
    }
}
