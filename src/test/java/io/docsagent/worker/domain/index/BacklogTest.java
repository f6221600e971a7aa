package io.docsagent.worker.domain.index;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.domain.index.Backlog.Group;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private static final Instant NOW = ProjectWorld.START;
    private static final Group CI = new Group("ci", Priority.NORMAL);
    private static final Group BATCH = new Group("batch", Priority.LOW);

    private static final QueuedCommand DUE = Queued.of(1, create("c1").by("ci"));
    private static final QueuedCommand SOON = Queued.of(2, create("c2").by("ci").notBefore(in(5)));
    private static final QueuedCommand LATER =
            Queued.of(3, create("c3").by("batch").low().notBefore(in(9)));
    private static final QueuedCommand ALSO_SOON =
            Queued.of(4, create("c4").by("ci").notBefore(in(5)));

    private final Backlog backlog = new Backlog();

    private static Instant in(int seconds) {
        return NOW.plusSeconds(seconds);
    }

    @BeforeEach
    void fill() {
        backlog.advance(NOW);
        for (QueuedCommand command : new QueuedCommand[] {LATER, DUE, SOON, ALSO_SOON}) {
            backlog.add(command);
        }
    }

    @Test
    void of_what_is_not_due_the_first_and_the_last_time_are_known() {
        assertThat(backlog.delayed()).isEqualTo(new Delayed(3, in(5), in(9)));

        backlog.remove(LATER);
        assertThat(backlog.delayed()).isEqualTo(new Delayed(2, in(5), in(5)));
    }

    @Test
    void what_is_due_is_not_delayed_any_more() {
        backlog.advance(in(5));
        assertThat(backlog.delayed()).isEqualTo(new Delayed(1, in(9), in(9)));

        backlog.advance(NOW);
        assertThat(backlog.dueBy(NOW)).as("time does not go back").isEqualTo(Map.of(CI, 3, BATCH, 0));

        backlog.advance(in(9));
        assertThat(backlog.delayed()).isNull();
    }

    @Test
    void what_will_be_due_is_counted_by_publisher_and_priority() {
        assertThat(backlog.dueBy(NOW)).isEqualTo(Map.of(CI, 1, BATCH, 0));
        assertThat(backlog.dueBy(in(4))).isEqualTo(Map.of(CI, 1, BATCH, 0));
        assertThat(backlog.dueBy(in(5))).isEqualTo(Map.of(CI, 3, BATCH, 0));
        assertThat(backlog.dueBy(in(9))).isEqualTo(Map.of(CI, 3, BATCH, 1));
    }

    @Test
    void where_nothing_of_a_group_waits_there_is_none() {
        backlog.remove(DUE);
        backlog.remove(SOON);
        backlog.remove(ALSO_SOON);

        assertThat(backlog.dueBy(in(9))).isEqualTo(Map.of(BATCH, 1));
    }
}
