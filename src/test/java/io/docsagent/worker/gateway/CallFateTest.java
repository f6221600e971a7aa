package io.docsagent.worker.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.gateway.CallFate.CallNotSentException;
import io.docsagent.worker.gateway.CallFate.State;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CallFateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final CallFate fate = new CallFate(NOW, InstantSource.fixed(NOW), SendPermission.ALWAYS);

    @Test
    void anOpenCallCanBeSentUntilNotAfter() {
        fate.send();
        assertThat(fate.abandon("too slow")).isInstanceOf(State.Sent.class);
    }

    @Test
    void anAbandonedCallIsNeverSent() {
        assertThat(fate.abandon("too slow")).isEqualTo(new State.Abandoned("too slow"));
        assertThatThrownBy(fate::send).isInstanceOf(CallNotSentException.class).hasMessage("too slow");
    }

    @Test
    void aSentCallIsNotSentAgain() {
        fate.send();
        assertThatThrownBy(fate::send).isInstanceOf(CallNotSentException.class);
        assertThat(fate.abandon("late")).isInstanceOf(State.Sent.class);
    }

    @Test
    void theFirstReasonStays() {
        fate.abandon("first");
        assertThat(fate.abandon("second")).isEqualTo(new State.Abandoned("first"));
    }

    @Test
    void aCallIsAbandonedRatherThanSentAfterItsTime() {
        CallFate late = new CallFate(NOW, InstantSource.fixed(NOW.plusMillis(1)), SendPermission.ALWAYS);
        assertThatThrownBy(late::send).isInstanceOf(CallNotSentException.class).hasMessageContaining("too late");
        assertThat(late.abandon("any")).isInstanceOf(State.Abandoned.class);
    }

    @Test
    void aCallIsAbandonedWhereThePermissionIsGoneJustBeforeTheFirstByte() {
        CallFate forbidden = new CallFate(NOW, InstantSource.fixed(NOW), () -> false);
        assertThatThrownBy(forbidden::send)
                .isInstanceOf(CallNotSentException.class)
                .hasMessageContaining("clock");
        assertThat(forbidden.abandon("any")).isInstanceOf(State.Abandoned.class);
    }

    @Test
    void ofManyWhoSendAndAbandonAtOnceOneKindWins() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 5_000; round++) {
                CallFate raced = new CallFate(NOW, InstantSource.fixed(NOW), SendPermission.ALWAYS);
                CyclicBarrier start = new CyclicBarrier(4);
                Callable<Boolean> send = () -> {
                    start.await();
                    try {
                        raced.send();
                        return true;
                    } catch (CallNotSentException e) {
                        return false;
                    }
                };
                Callable<Boolean> abandon = () -> {
                    start.await();
                    return raced.abandon("raced") instanceof State.Abandoned;
                };
                List<Future<Boolean>> ends = threads.invokeAll(List.of(send, abandon, send, abandon));
                int sent = (ends.get(0).get() ? 1 : 0) + (ends.get(2).get() ? 1 : 0);
                assertThat(ends.get(1).get()).isEqualTo(ends.get(3).get());
                assertThat(sent).isEqualTo(ends.get(1).get() ? 0 : 1);
            }
        }
    }
}
