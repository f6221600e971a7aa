package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

class CallConsumptionTest {

    private final Listener listener = new Listener();
    private volatile boolean permitted = true;
    private volatile boolean failed;
    private final CallConsumption attendance = new CallConsumption(listener, () -> permitted, () -> failed);

    @AfterEach
    void stop() {
        attendance.stop();
    }

    @Test
    void a_listener_begins_once_calls_may_be_made() {
        permitted = false;
        attendance.start();
        looks(3);
        assertThat(listener.isRunning()).isFalse();

        permitted = true;
        await().until(listener::isRunning);
    }

    @Test
    void one_that_may_not_make_calls_leaves_them_to_others() {
        attendance.start();
        await().until(listener::isRunning);

        permitted = false;
        looks(CallConsumption.CHECKS_BEFORE_PAUSE);
        assertThat(listener.isRunning()).isFalse();

        permitted = true;
        await().until(listener::isRunning);
    }

    @Test
    void a_single_odd_measurement_costs_nothing() {
        attendance.start();
        await().until(listener::isRunning);

        permitted = false;
        looks(3);
        assertThat(listener.isRunning()).isTrue();
    }

    @Test
    void a_listener_that_failed_for_good_stays_stopped() {
        attendance.start();
        await().until(listener::isRunning);

        failed = true;
        listener.stop();
        looks(3);
        assertThat(listener.isRunning()).isFalse();
    }

    @Test
    void nothing_begins_after_the_stop() {
        attendance.start();
        await().until(listener::isRunning);

        attendance.stop();
        looks(3);
        assertThat(listener.isRunning()).isFalse();
    }

    @Test
    void the_listener_stops_after_it_and_says_so() {
        attendance.start();
        await().until(listener::isRunning);
        AtomicBoolean stopped = new AtomicBoolean();
        assertThat(attendance.isRunning()).isTrue();
        assertThat(attendance.getPhase()).isEqualTo(listener.getPhase() + 1);

        attendance.stop(() -> stopped.set(true));
        looks(3);

        assertThat(stopped).isTrue();
        assertThat(attendance.isRunning()).isFalse();
        assertThat(listener.isRunning()).isFalse();
    }

    private void looks(int times) {
        for (int i = 0; i < times; i++) {
            attendance.check();
        }
    }

    private static final class Listener implements SmartLifecycle {

        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }
}
