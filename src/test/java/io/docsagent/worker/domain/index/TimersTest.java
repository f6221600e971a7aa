package io.docsagent.worker.domain.index;

import static io.docsagent.worker.domain.state.Timer.Kind.COMMAND_EXPIRES;
import static io.docsagent.worker.domain.state.Timer.Kind.JOB_CHECK;
import static io.docsagent.worker.domain.state.Timer.Kind.JOB_FORGOTTEN;
import static io.docsagent.worker.domain.state.Timer.Kind.UNSENT_FORGOTTEN;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimersTest {

    private static final Timer EXPIRES = new Timer(START.plusMillis(2), COMMAND_EXPIRES, "b");
    private static final Timer CHECK = new Timer(START.plusMillis(2), JOB_CHECK, "a");
    private static final Timer CHECK_OF_B = new Timer(START.plusMillis(2), JOB_CHECK, "b");
    private static final Timer FORGOTTEN = new Timer(START.plusMillis(1), JOB_FORGOTTEN, "c");
    private static final Timer FORGOTTEN_LATER = new Timer(START.plusMillis(9), JOB_FORGOTTEN, "a");

    private final Timers timers = new Timers();

    @Test
    void they_are_taken_by_time_then_by_kind_then_by_key() {
        set(CHECK_OF_B, FORGOTTEN_LATER, CHECK, EXPIRES, FORGOTTEN);

        assertThat(takeAll(9)).containsExactly(FORGOTTEN, EXPIRES, CHECK, CHECK_OF_B, FORGOTTEN_LATER);
        assertThat(timers.next()).isNull();
    }

    @Test
    void one_is_due_from_its_instant_on() {
        set(CHECK);

        assertThat(timers.isDue(START.plusMillis(1))).isFalse();
        assertThat(timers.takeDue(START.plusMillis(1))).isNull();
        assertThat(timers.next()).isEqualTo(CHECK);
        assertThat(timers.isDue(START.plusMillis(2))).isTrue();
        assertThat(timers.takeDue(START.plusMillis(2))).isEqualTo(CHECK);
        assertThat(timers.isDue(START.plusMillis(2))).isFalse();
    }

    @Test
    void the_next_is_the_earliest_of_all_or_of_a_kind() {
        set(CHECK, FORGOTTEN_LATER, FORGOTTEN);

        assertThat(timers.next()).isEqualTo(FORGOTTEN);
        assertThat(timers.next(JOB_CHECK)).isEqualTo(CHECK);
        assertThat(timers.next(JOB_FORGOTTEN)).isEqualTo(FORGOTTEN);
        assertThat(timers.next(UNSENT_FORGOTTEN)).isNull();
    }

    @Test
    void what_is_cancelled_or_set_twice_is_not_taken_again() {
        set(CHECK, CHECK, FORGOTTEN);

        timers.cancel(FORGOTTEN);
        timers.cancel(EXPIRES);

        assertThat(takeAll(9)).containsExactly(CHECK);
    }

    @Test
    void what_never_becomes_due_has_no_timer() {
        timers.set(null);
        timers.cancel(null);

        assertThat(timers.next()).isNull();
    }

    private void set(Timer... some) {
        Stream.of(some).forEach(timers::set);
    }

    private List<Timer> takeAll(long millis) {
        List<Timer> taken = new ArrayList<>();
        for (Timer due = timers.takeDue(START.plusMillis(millis));
                due != null;
                due = timers.takeDue(START.plusMillis(millis))) {
            taken.add(due);
        }
        return taken;
    }
}
