package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.ManualScheduler;
import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input.JobObserved;
import io.docsagent.worker.wire.InputsInMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class PollerTest {

    private static final Duration DUE = Duration.ofMillis(2_200);

    private final SettableClock clock = new SettableClock(Polls.START);
    private final ManualScheduler timer = new ManualScheduler(clock);
    private final FakeAgentApi api = new FakeAgentApi();
    private final InputsInMemory inputs = new InputsInMemory();
    private final Noted noted = new Noted();
    private final Poller poller = poller(api);

    @BeforeEach
    void start() {
        poller.start();
    }

    @Test
    void a_change_is_appended_to_the_inputs() {
        watch("j");
        timer.advance(DUE);
        api.answer("j", Polls.seen("j", "completed"));
        timer.runDue();
        assertThat(inputs.appended)
                .containsExactly(
                        JobObserved.shown("p", "j", 1, Polls.START.plusSeconds(2), Polls.job("j", "completed")));
        assertThat(noted.results).containsExactly(Result.CHANGED);
    }

    @Test
    void what_does_not_change_is_looked_at_again_and_costs_no_record() {
        watch("j");
        for (int i = 0; i < 5; i++) {
            timer.advance(DUE);
            api.answer("j", Polls.seen("j", "active"));
        }
        assertThat(inputs.appended).isEmpty();
        assertThat(noted.lags).hasSize(5).allSatisfy(lag -> assertThat(lag).isLessThan(Duration.ofMillis(2)));
    }

    @Test
    void an_append_that_fails_is_tried_again_with_the_next_look() {
        watch("j");
        inputs.failuresToCome.set(1);
        for (int i = 0; i < 4; i++) {
            timer.advance(DUE);
            api.answer("j", Polls.seen("j", "completed"));
        }
        timer.runDue();
        assertThat(inputs.appended).hasSize(1);
    }

    @Test
    void while_the_broker_is_away_observations_do_not_pile_up() {
        watch("j");
        CompletableFuture<Void> broker = new CompletableFuture<>();
        inputs.release = broker;
        for (int i = 0; i < 30; i++) {
            timer.advance(Duration.ofSeconds(34));
            api.answer("j", Polls.seen("j", "completed"));
        }
        assertThat(inputs.attempts).hasValue(1);
        broker.complete(null);
        assertThat(inputs.appended).hasSize(1);
    }

    @Test
    void an_idle_poller_has_nothing_to_wake_for() {
        assertThat(timer.waiting()).isZero();
        watch("j");
        assertThat(timer.waiting()).isOne();
        poller.releaseAll(0);
        timer.advance(Duration.ofHours(1));
        assertThat(timer.waiting()).isZero();
        assertThat(api.lookupCount()).isZero();
    }

    @Test
    void a_place_that_comes_free_is_taken_at_once() {
        for (int i = 0; i < 5; i++) {
            watch("j" + i);
        }
        timer.advance(DUE);
        assertThat(api.lookups()).hasSize(4);
        api.answer(api.lookups().getFirst().jobId(), Polls.seen("any", "active"));
        timer.advance(Duration.ofMillis(1));
        assertThat(api.lookupCount()).isEqualTo(5);
        assertThat(poller.counts()).isEqualTo(new PollCounts(5, 4, 0, 0));
    }

    @Test
    void a_stop_cancels_what_is_in_flight_and_a_start_goes_on() {
        watch("j");
        timer.advance(DUE);
        poller.stop();
        assertThat(api.cancelled()).isOne();
        assertThat(poller.isRunning()).isFalse();
        assertThat(poller.counts()).isEqualTo(new PollCounts(1, 0, 0, 0));
        timer.advance(Duration.ofMinutes(1));
        assertThat(api.lookups()).isEmpty();
        poller.start();
        timer.advance(Duration.ofMillis(1));
        assertThat(api.lookups()).hasSize(1);
    }

    @Test
    void a_get_that_is_stopped_ends_once_whatever_is_answered_later() {
        watch("j");
        timer.advance(DUE);
        FakeAgentApi.Pending pending = api.lookups().getFirst();
        poller.stop();
        pending.answer(Polls.seen("j", "completed"));
        poller.stop();
        timer.runDue();
        assertThat(noted.results).containsExactly(Result.FAILED);
        assertThat(inputs.appended).isEmpty();
    }

    @RepeatedTest(200)
    void an_answer_and_a_stop_at_the_same_time_end_a_get_once() {
        watch("j");
        timer.advance(DUE);
        FakeAgentApi.Pending pending = api.lookups().getFirst();
        var answered = CompletableFuture.runAsync(() -> pending.answer(Polls.seen("j", "active")));
        poller.stop();
        answered.join();
        assertThat(noted.results).hasSize(1);
        assertThat(poller.counts()).isEqualTo(new PollCounts(1, 0, 0, 0));
    }

    @Test
    void once_closed_it_takes_everything_and_does_nothing() {
        watch("j");
        poller.close();
        watch("k");
        poller.start();
        watch("l");
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void an_api_that_breaks_its_promise_is_a_failure_like_another() {
        List<Mono<JobLookup>> broken =
                new ArrayList<>(List.of(Mono.error(new IllegalStateException("promised not to")), Mono.empty()));
        Poller other = poller(new AgentApi() {
            @Override
            public Mono<Answer> send(GatewayRequest.Call call) {
                return Mono.never();
            }

            @Override
            public Mono<JobLookup> lookUp(String projectId, String jobId) {
                if (broken.isEmpty()) {
                    throw new IllegalStateException("promised not to");
                }
                return broken.removeFirst();
            }
        });
        other.start();
        other.watch(0, Polls.watched("p", "j", 1, clock.instant()));
        timer.advance(Duration.ofSeconds(12));
        assertThat(noted.results).containsExactly(Result.FAILED, Result.FAILED, Result.FAILED);
    }

    private void watch(String jobId) {
        poller.watch(0, Polls.watched("p", jobId, 1, clock.instant()));
    }

    private Poller poller(AgentApi agentApi) {
        PollSchedule schedule = new PollSchedule(Polls.settings(10, 4), new SplittableRandom(1));
        return new Poller(schedule, agentApi, inputs, noted, clock, timer);
    }

    private static final class Noted implements PollObserver {
        private final List<Result> results = new ArrayList<>();
        private final List<Duration> lags = new ArrayList<>();

        @Override
        public void pollStarted(String projectId, Duration lag) {
            lags.add(lag);
        }

        @Override
        public void pollFinished(String projectId, JobLookup lookup, Result result, Duration took) {
            results.add(result);
        }
    }
}
