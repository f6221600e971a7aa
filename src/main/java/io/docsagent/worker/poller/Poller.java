package io.docsagent.worker.poller;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.engine.JobWatch;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Follows the watched jobs: makes the GETs that are due, and reports to the engine what they found. */
public final class Poller implements JobWatch, SmartLifecycle, AutoCloseable {

    /** Between the gateway and the engine's Streams client, so that it stops before the engine and starts after it. */
    static final int PHASE = Integer.MAX_VALUE - 900;

    /** Jobs that become due within this time are polled together, which limits how often a busy poller wakes. */
    private static final long MIN_SLEEP = 1;

    /** After an unexpected error: late, but not never. */
    private static final long SLEEP_AFTER_ERROR = 1_000;

    private static final Logger log = LoggerFactory.getLogger(Poller.class);

    private final AgentApi api;
    private final Reports reports;
    private final PollObserver observer;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;

    /** Ends the GETs in flight; a start makes a new one. */
    private volatile Sinks.Empty<JobLookup> stopped = Sinks.empty();

    /** Guards the schedule and the pollTimer; no other code is called while it is held. */
    private final Object lock = new Object();

    private final PollSchedule schedule;
    private final PollTimer pollTimer;
    private volatile boolean running;

    Poller(
            PollSchedule schedule,
            AgentApi api,
            InputLog inputs,
            PollObserver observer,
            InstantSource clock,
            ScheduledExecutorService timer) {
        this.schedule = schedule;
        this.api = api;
        this.reports = new Reports(inputs, timer, this::settled);
        this.observer = observer;
        this.clock = clock;
        this.timer = timer;
        this.pollTimer = new PollTimer(timer, this::wakeUp);
        observer.countsFrom(this::counts);
        observer.overdueFrom(this::overdue);
    }

    @Override
    public void watch(int partition, WatchedJob job) {
        synchronized (lock) {
            long now = clock.millis();
            schedule.watch(now, partition, job);
            setTimer(now);
        }
    }

    @Override
    public void release(int partition, String projectId, String jobId) {
        synchronized (lock) {
            schedule.release(partition, projectId, jobId);
        }
    }

    @Override
    public void releaseAll(int partition) {
        synchronized (lock) {
            schedule.releaseAll(partition);
        }
    }

    /** The load at this moment. */
    public PollCounts counts() {
        synchronized (lock) {
            return schedule.counts();
        }
    }

    /** For how long a GET has been due that might be made at once; zero where none is. */
    private Duration overdue() {
        synchronized (lock) {
            return running ? schedule.overdue(clock.millis()) : Duration.ZERO;
        }
    }

    @Override
    public void start() {
        synchronized (lock) {
            if (!running) {
                stopped = Sinks.empty();
            }
            running = true;
            setTimer(clock.millis());
        }
    }

    @Override
    public void stop() {
        synchronized (lock) {
            running = false;
            pollTimer.clear();
        }
        stopped.tryEmitEmpty();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void close() {
        stop();
        timer.shutdownNow();
    }

    /** The caller holds the lock. Wakes the poller when the next GET is due, and not before. */
    private void setTimer(long now) {
        long nextAt = schedule.nextAt(now);
        if (running && nextAt != Timeline.NEVER) {
            pollTimer.setAtLatest(now, Math.max(nextAt, now + MIN_SLEEP));
        }
    }

    private void wakeUp() {
        try {
            beginDue().forEach(this::begin);
        } catch (RuntimeException e) {
            log.error("Poll cycle failed; continuing", e);
            synchronized (lock) {
                long now = clock.millis();
                pollTimer.setAtLatest(now, now + SLEEP_AFTER_ERROR);
            }
        }
    }

    private List<Get> beginDue() {
        List<Get> due = new ArrayList<>();
        synchronized (lock) {
            pollTimer.clear();
            if (running) {
                long now = clock.millis();
                for (Get get = schedule.next(now); get != null; get = schedule.next(now)) {
                    due.add(get);
                }
                setTimer(now);
            }
        }
        return due;
    }

    /** However the GET ends, and whether or not it is stopped, the schedule learns of it once. */
    private void begin(Get get) {
        Mono.defer(() -> lookUp(get))
                .onErrorResume(Poller::failed)
                .takeUntilOther(stopped.asMono())
                .defaultIfEmpty(new JobLookup.Failed("no answer, or stopped", null))
                .timed()
                .subscribe(lookup -> finished(get, lookup.get(), lookup.elapsed()));
    }

    private Mono<JobLookup> lookUp(Get get) {
        if (!running) {
            return Mono.empty();
        }
        observer.pollStarted(get.projectId(), Duration.ofMillis(get.lag()));
        return api.lookUp(get.projectId(), get.jobId());
    }

    private static Mono<JobLookup> failed(Throwable defect) {
        log.error("A GET failed unexpectedly", defect);
        return Mono.just(new JobLookup.Failed(String.valueOf(defect.getMessage()), null));
    }

    private void finished(Get get, JobLookup lookup, Duration took) {
        Finding finding;
        boolean wasRefused;
        boolean isRefused;
        synchronized (lock) {
            long now = clock.millis();
            wasRefused = get.project().refused();
            finding = schedule.finished(now, get, lookup);
            isRefused = get.project().refused();
            setTimer(now);
        }
        if (isRefused != wasRefused) {
            log.atWarn()
                    .addKeyValue("projectId", get.projectId())
                    .log(
                            isRefused
                                    ? "Job GETs are refused by 401, 403, 404 or a redirect, and probed once a minute:"
                                            + " check the key and docs-agent.api.base-url"
                                    : "Job GETs are accepted again");
        }
        observer.pollFinished(get.projectId(), lookup, finding.result(), took);
        if (finding.observation() != null) {
            reports.publish(get, finding.observation());
        }
    }

    private void settled(Get get, Input.JobObserved observation, boolean isReported) {
        synchronized (lock) {
            schedule.settled(clock.millis(), get, observation, isReported);
        }
    }
}
