package io.docsagent.worker.wire;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A log of inputs whose failures and delays a test cranks. */
public final class InputsInMemory implements InputLog {

    public final List<Input> appended = new CopyOnWriteArrayList<>();
    public final AtomicInteger failuresToCome = new AtomicInteger();
    public final AtomicInteger attempts = new AtomicInteger();
    public volatile CompletableFuture<Void> release = CompletableFuture.completedFuture(null);

    @Override
    public CompletableFuture<Instant> append(Input input) {
        attempts.incrementAndGet();
        if (failuresToCome.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
        }
        return release.thenApply(nothing -> {
            appended.add(input);
            return Instant.EPOCH;
        });
    }

    public List<Answer> answersTo(String callId) {
        return appended.stream()
                .filter(Input.CallAnswered.class::isInstance)
                .map(Input.CallAnswered.class::cast)
                .filter(answered -> answered.callId().equals(callId))
                .map(Input.CallAnswered::answer)
                .toList();
    }
}
