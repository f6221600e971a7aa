package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Every timer and thread of one machine: its tasks are events of the simulation. */
final class HostTimer extends AbstractExecutorService implements ScheduledExecutorService {

    private final Host host;
    private boolean shutdown;

    HostTimer(Host host) {
        this.host = host;
    }

    @Override
    public void execute(Runnable command) {
        var unused = schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(
                new Task<>(() -> {
                    command.run();
                    return true;
                }),
                delay,
                unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(new Task<>(callable), delay, unit);
    }

    private <V> Task<V> add(Task<V> task, long delay, TimeUnit unit) {
        task.event = host.in(Duration.ofNanos(unit.toNanos(delay)), task::runUnlessShutDown);
        return task;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("the worker schedules each task anew");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("the worker schedules each task anew");
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private World.Event event;

        @SuppressWarnings("NullAway.Init") // Set before anyone can reach the task.
        Task(Callable<V> callable) {
            super(callable);
        }

        void runUnlessShutDown() {
            if (!shutdown) {
                run();
            }
        }

        /** The machine dies of it, not the task. */
        @Override
        protected void setException(Throwable failure) {
            super.setException(failure);
            if (failure instanceof Host.Killed killed) {
                throw killed;
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            event.cancel();
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
