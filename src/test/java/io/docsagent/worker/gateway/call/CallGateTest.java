package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallGateTest {

    private static final GatewayRequest CALL = new GatewayRequest.Call("p", "c", null, "prompt", Instant.MAX, null);
    private static final GatewayRequest ASK = new GatewayRequest.OutcomeQuery("p", "c");

    private final AtomicInteger looksUntilPermitted = new AtomicInteger();
    private final AtomicInteger outcomesWaiting = new AtomicInteger();
    private final CallSlots slots = new CallSlots(1, 1, 1_000, Breakers.wide());
    private final CallGate gate =
            new CallGate(slots, () -> looksUntilPermitted.getAndDecrement() <= 0, outcomesWaiting::get);

    @Test
    void nothing_enters_while_as_many_outcomes_wait_as_may() {
        outcomesWaiting.set(CallGate.MAX_OUTCOMES_WAITING);
        assertThat(gate.tryEnter(CALL)).isFalse();
        assertThat(gate.tryEnter(ASK)).isFalse();

        outcomesWaiting.decrementAndGet();
        assertThat(gate.tryEnter(CALL)).isTrue();
    }

    @Test
    void a_call_needs_room_to_wait_in_and_an_ask_does_not() {
        assertThat(gate.tryEnter(CALL)).isTrue();
        assertThat(gate.tryEnter(CALL)).isFalse();
        assertThat(gate.tryEnter(ASK)).isTrue();

        gate.cancel(ASK);
        assertThat(gate.tryEnter(CALL)).isFalse();
        gate.cancel(CALL);
        assertThat(gate.tryEnter(CALL)).isTrue();
    }

    @Test
    void what_cannot_enter_at_once_enters_as_soon_as_it_can() {
        looksUntilPermitted.set(3);

        assertThat(gate.enterBefore(CALL, in(Duration.ofMinutes(1)))).isTrue();
    }

    @Test
    void what_cannot_enter_in_time_does_not() {
        looksUntilPermitted.set(Integer.MAX_VALUE);

        assertThat(gate.enterBefore(CALL, in(Duration.ofMillis(1)))).isFalse();
    }

    @Test
    void a_thread_that_is_interrupted_enters_no_more_and_stays_interrupted() {
        looksUntilPermitted.set(Integer.MAX_VALUE);
        Thread.currentThread().interrupt();

        assertThat(gate.enterBefore(CALL, in(Duration.ofMinutes(1)))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void nothing_enters_an_instance_that_stops_until_it_starts_again() {
        gate.close();
        assertThat(gate.tryEnter(ASK)).isFalse();

        gate.open();
        assertThat(gate.tryEnter(ASK)).isTrue();
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }
}
