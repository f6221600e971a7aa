package io.docsagent.worker.poller;

import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An input log in memory, which can be told to fail or to let its writers wait. */
public final class FakeInputLog implements InputLog {

    private final InstantSource clock;
    private final List<Input> appended = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private boolean holding;
    private int failures;

    public FakeInputLog(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletableFuture<Instant> append(Input input) {
        if (failures > 0) {
            failures--;
            return CompletableFuture.failedFuture(new IllegalStateException("the log takes nothing"));
        }
        CompletableFuture<Instant> at = new CompletableFuture<>();
        Runnable append = () -> {
            appended.add(input);
            at.complete(clock.instant());
        };
        if (holding) {
            held.add(append);
        } else {
            append.run();
        }
        return at;
    }

    public synchronized List<Input> appended() {
        return List.copyOf(appended);
    }

    public synchronized int held() {
        return held.size();
    }

    public synchronized void failNext(int count) {
        failures = count;
    }

    /** From now on appends wait. */
    public synchronized void hold() {
        holding = true;
    }

    /** Writes what waits, and what comes. */
    public synchronized void letGo() {
        holding = false;
        List<Runnable> waiting = List.copyOf(held);
        held.clear();
        waiting.forEach(Runnable::run);
    }
}
