package io.docsagent.worker.harness;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what other threads and processes do. */
public final class Waiting {

    private static final Duration AT_MOST = Duration.ofMinutes(20);

    private Waiting() {}

    public static <T> T until(String what, Callable<Optional<T>> look) {
        long end = System.nanoTime() + AT_MOST.toNanos();
        try {
            while (System.nanoTime() < end) {
                Optional<T> found = look.call();
                if (found.isPresent()) {
                    return found.get();
                }
                Thread.sleep(20);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("While waiting for " + what, e);
        }
        throw new IllegalStateException("Waited in vain for " + what);
    }

    public static void untilTrue(String what, Callable<Boolean> condition) {
        boolean unused = until(what, () -> condition.call() ? Optional.of(true) : Optional.<Boolean>empty());
    }

    /** The result of what was asked of Kafka. */
    public static <T> T resultOf(Future<T> asked) {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
