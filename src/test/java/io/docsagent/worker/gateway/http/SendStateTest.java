package io.docsagent.worker.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.gateway.http.SendState.CallNotSentException;
import io.docsagent.worker.gateway.http.SendState.State;
import io.docsagent.worker.wire.Answer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SendStateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Answer TOO_SLOW = new Answer.NotSent("too slow");

    private final SendState state = new SendState(NOW, InstantSource.fixed(NOW), () -> true);

    @Test
    void an_open_call_can_be_sent_until_not_after() {
        state.send();
        assertThat(state.abandon(TOO_SLOW)).isInstanceOf(State.Sent.class);
    }

    @Test
    void an_abandoned_call_is_never_sent() {
        assertThat(state.abandon(TOO_SLOW)).isEqualTo(new State.Abandoned(TOO_SLOW));
        assertThatThrownBy(state::send).isInstanceOf(CallNotSentException.class).hasMessageContaining("too slow");
    }

    @Test
    void a_sent_call_is_not_sent_again() {
        state.send();
        assertThatThrownBy(state::send).isInstanceOf(CallNotSentException.class);
        assertThat(state.abandon(TOO_SLOW)).isInstanceOf(State.Sent.class);
    }

    @Test
    void the_first_answer_stays() {
        state.abandon(TOO_SLOW);
        assertThat(state.abandon(new Answer.NoSlot("second"))).isEqualTo(new State.Abandoned(TOO_SLOW));
    }

    @Test
    void a_call_is_abandoned_rather_than_sent_after_its_time() {
        SendState late = new SendState(NOW, InstantSource.fixed(NOW.plusMillis(1)), () -> true);
        assertThatThrownBy(late::send)
                .isInstanceOf(CallNotSentException.class)
                .hasMessageContaining("not sent before its deadline");
        assertAbandoned(late, Answer.NoSlot.class);
    }

    @Test
    void a_call_is_abandoned_where_the_permission_is_gone_just_before_the_first_byte() {
        SendState forbidden = new SendState(NOW, InstantSource.fixed(NOW), () -> false);
        assertThatThrownBy(forbidden::send)
                .isInstanceOf(CallNotSentException.class)
                .hasMessageContaining("clock");
        assertAbandoned(forbidden, Answer.NoSlot.class);
    }

    private static void assertAbandoned(SendState state, Class<? extends Answer> answer) {
        assertThat(state.abandon(TOO_SLOW))
                .isInstanceOfSatisfying(
                        State.Abandoned.class,
                        abandoned -> assertThat(abandoned.answer()).isInstanceOf(answer));
    }

    @Test
    void of_many_who_send_and_abandon_at_once_one_kind_wins() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 5_000; round++) {
                SendState raced = new SendState(NOW, InstantSource.fixed(NOW), () -> true);
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
                    return raced.abandon(TOO_SLOW) instanceof State.Abandoned;
                };
                List<Future<Boolean>> ends = threads.invokeAll(List.of(send, abandon, send, abandon));
                int sent = (ends.get(0).get() ? 1 : 0) + (ends.get(2).get() ? 1 : 0);
                assertThat(ends.get(1).get()).isEqualTo(ends.get(3).get());
                assertThat(sent).isEqualTo(ends.get(1).get() ? 0 : 1);
            }
        }
    }
}
