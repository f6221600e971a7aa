package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputsInMemory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutcomesTest {

    private static final Input INPUT = new Input.WokeUp("p", Input.WokeUp.Cause.TIME);

    private final InputsInMemory inputs = new InputsInMemory();
    private final AtomicInteger failures = new AtomicInteger();
    private final Outcomes outcomes = new Outcomes(inputs, new GatewayObserver() {
        @Override
        public void appendFailed() {
            failures.incrementAndGet();
        }
    });

    @Test
    void each_failure_is_counted_until_the_append_succeeds() {
        inputs.failuresToCome.set(2);

        CompletableFuture<Void> appended = outcomes.append(INPUT);
        assertThat(outcomes.waiting()).isEqualTo(1);

        await().until(appended::isDone);
        assertThat(failures).hasValue(2);
        assertThat(inputs.appended).containsExactly(INPUT);
        await().until(() -> outcomes.waiting() == 0);
        outcomes.close();
    }

    @Test
    void nothing_is_tried_again_after_the_close() {
        inputs.failuresToCome.set(Integer.MAX_VALUE);
        CompletableFuture<Void> appended = outcomes.append(INPUT);
        // Well before the first retry: a close that meets it in the middle may leave the future without an end.
        await().pollInterval(Duration.ofMillis(1)).until(() -> failures.get() > 0);

        outcomes.close();

        await().until(appended::isCompletedExceptionally);
        assertThat(inputs.appended).isEmpty();
    }
}
