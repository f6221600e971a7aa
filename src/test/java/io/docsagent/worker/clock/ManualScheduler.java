package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A scheduler without a thread: tasks run where the test turns the crank, at the moments of its clock. */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final SettableClock clock;
    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>(
            Comparator.<Task<?>, Instant>comparing(task -> task.at).thenComparingLong(task -> task.number));
    private long numbers;
    private boolean shutdown;

    public ManualScheduler(SettableClock clock) {
        this.clock = clock;
    }

    /** Runs what is due now, and what that makes due. */
    public void runDue() {
        for (Task<?> task = tasks.peek(); task != null && !task.at.isAfter(clock.instant()); task = tasks.peek()) {
            tasks.remove(task);
            task.runOnce();
        }
    }

    /** Moves the clock on, and stops at each task on the way to run it. */
    public void advance(Duration duration) {
        Instant end = clock.instant().plus(duration);
        runDue();
        for (Task<?> task = tasks.peek(); task != null && !task.at.isAfter(end); task = tasks.peek()) {
            clock.set(task.at);
            runDue();
        }
        clock.set(end);
    }

    /** How many tasks wait. */
    public int waiting() {
        tasks.removeIf(FutureTask::isCancelled);
        return tasks.size();
    }

    @Override
    public void execute(Runnable command) {
        var unused = add(command, 0, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(command, delay, 0, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(new Task<>(callable, clock.instant().plusNanos(unit.toNanos(delay)), Duration.ZERO));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return add(command, initialDelay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return add(command, initialDelay, delay, unit);
    }

    private ScheduledFuture<?> add(Runnable command, long delay, long period, TimeUnit unit) {
        Instant at = clock.instant().plusNanos(unit.toNanos(delay));
        return add(new Task<>(
                () -> {
                    command.run();
                    return true;
                },
                at,
                Duration.ofNanos(unit.toNanos(period))));
    }

    private <V> Task<V> add(Task<V> task) {
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
        tasks.add(task);
        return task;
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> dropped = new ArrayList<>(tasks);
        tasks.clear();
        return dropped;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }

    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        private final Duration period;
        private final long number = numbers++;
        private Instant at;

        Task(Callable<V> callable, Instant at, Duration period) {
            super(callable);
            this.at = at;
            this.period = period;
        }

        /** What a task throws belongs to the test, where a real scheduler would bury it in the future. */
        void runOnce() {
            if (!isPeriodic()) {
                run();
            } else if (runAndReset()) {
                at = clock.instant().plus(period);
                tasks.add(this);
            }
            if (isDone() && !isCancelled()) {
                if (state() == State.FAILED) {
                    throw new AssertionError("A scheduled task failed", exceptionNow());
                }
            }
        }

        @Override
        public boolean isPeriodic() {
            return !period.isZero();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Duration.between(clock.instant(), at));
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
