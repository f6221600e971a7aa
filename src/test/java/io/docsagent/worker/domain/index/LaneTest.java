package io.docsagent.worker.domain.index;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LaneTest {

    private static final String OF_JOB = LaneId.ofJob("j1");
    private static final String OF_CREATE = LaneId.ofCreate(Identity.ofCommandId("c1"));

    private static final QueuedCommand CREATE = Queued.of(5, create("c1"));
    private static final QueuedCommand FOLLOW_3 = Queued.of(3, follow("m3", "c1"));
    private static final QueuedCommand FOLLOW_9 =
            Queued.of(9, follow("m9", "c1").high());
    private static final QueuedCommand LOW_1 = Queued.of(1, message("m1", "j1").low());
    private static final QueuedCommand NORMAL_2 = Queued.of(2, message("m2", "j1"));
    private static final QueuedCommand HIGH_4 = Queued.of(4, message("m4", "j1").high());
    private static final QueuedCommand HIGH_6 = Queued.of(6, message("m6", "j1").high());

    private static Candidate candidate(Priority priority, long sequence, String lane) {
        return new Candidate(
                Long.MAX_VALUE,
                priority,
                CREATE.dueAt().toEpochMilli(),
                sequence,
                new Payers(Publisher.DEFAULT, null),
                lane.equals(OF_JOB) ? Start.JOB_AGAIN : Start.NEW_JOB);
    }

    static Stream<Arguments> lanes() {
        return Stream.of(
                arguments(OF_JOB, List.of(), List.of(), null),
                arguments(OF_JOB, List.of(NORMAL_2, LOW_1), List.of(1L, 2L), candidate(Priority.NORMAL, 1, OF_JOB)),
                arguments(OF_JOB, List.of(LOW_1, HIGH_4), List.of(1L, 4L), candidate(Priority.HIGH, 1, OF_JOB)),
                arguments(OF_CREATE, List.of(CREATE), List.of(5L), candidate(Priority.NORMAL, 5, OF_CREATE)),
                arguments(OF_CREATE, List.of(FOLLOW_3), List.of(3L), null),
                arguments(
                        OF_CREATE,
                        List.of(FOLLOW_9, FOLLOW_3, CREATE),
                        List.of(5L, 3L, 9L),
                        candidate(Priority.HIGH, 5, OF_CREATE)));
    }

    @ParameterizedTest
    @MethodSource("lanes")
    void the_first_goes_at_the_highest_priority_behind_it_and_a_create_before_its_messages(
            String id, List<QueuedCommand> added, List<Long> order, @Nullable Candidate next) {
        Lane lane = lane(id, added.toArray(QueuedCommand[]::new));

        List<Long> waiting = new ArrayList<>();
        lane.eachWaiting(waiting::add);
        assertThat(waiting).isEqualTo(order);
        assertThat(lane.isUnused()).isEqualTo(order.isEmpty());
        assertThat(lane.next(null, false)).isEqualTo(next);
    }

    @Test
    void nothing_goes_while_one_is_in_flight() {
        Lane lane = lane(OF_JOB, NORMAL_2);

        lane.start(NORMAL_2);
        assertThat(lane.next(null, false)).isNull();
        lane.end();
        assertThat(lane.next(null, false)).isNotNull();
    }

    @Test
    void a_priority_is_inherited_until_the_last_that_has_it_leaves() {
        Lane lane = lane(OF_JOB, LOW_1, NORMAL_2, HIGH_4, HIGH_6);

        lane.remove(HIGH_6);
        assertThat(lane.next(null, false)).isEqualTo(candidate(Priority.HIGH, 1, OF_JOB));
        lane.remove(HIGH_4);
        assertThat(lane.next(null, false)).isEqualTo(candidate(Priority.NORMAL, 1, OF_JOB));
        lane.remove(LOW_1);
        assertThat(lane.next(null, false)).isEqualTo(candidate(Priority.NORMAL, 2, OF_JOB));
    }

    @Test
    void turns_are_taken_by_priority_then_by_arrival() {
        Candidate low = candidate(Priority.LOW, 1, "a");
        Candidate early = candidate(Priority.HIGH, 2, "b");
        Candidate late = candidate(Priority.HIGH, 3, "a");

        assertThat(Stream.of(low, late, early).sorted()).containsExactly(early, late, low);
    }

    @Test
    void the_lane_of_a_job_is_never_that_of_a_create() {
        assertThat(LaneId.isOfJob(LaneId.ofJob("x"))).isTrue();
        assertThat(LaneId.isOfJob(LaneId.ofCreate(Identity.ofCommandId("j")))).isFalse();
        assertThat(LaneId.ofJob("x")).isNotEqualTo(LaneId.ofJob("y"));
    }

    private static Lane lane(String id, QueuedCommand... commands) {
        Lane lane = new Lane(id);
        Stream.of(commands).forEach(lane::add);
        return lane;
    }
}
