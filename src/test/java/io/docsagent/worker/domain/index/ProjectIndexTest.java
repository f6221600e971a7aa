package io.docsagent.worker.domain.index;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.InFlightCall;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProjectIndexTest {

    private static final Instant SOON = START.plusSeconds(1);
    private static final Instant LATER = START.plusSeconds(2);

    private static final QueuedCommand M1 = Queued.of(1, message("m1", "j1"));
    private static final QueuedCommand M2 = Queued.of(2, message("m2", "j1"));
    private static final QueuedCommand C3 = Queued.of(3, create("c3"));
    private static final QueuedCommand F4 = Queued.of(4, follow("m4", "c3"));
    private static final QueuedCommand HIGH_5 = Queued.of(5, create("c5").high());

    private static final PublisherShares ALL_ALIKE = new PublisherShares() {
        @Override
        public boolean isOpenTo(String publisher) {
            return true;
        }

        @Override
        public long aheadOf(Priority priority, String publisher) {
            return 0;
        }
    };

    private final ProjectIndex index = new ProjectIndex();

    @BeforeEach
    void whatIsAddedIsDue() {
        index.advance(ProjectWorld.START);
    }

    @Test
    void what_is_put_back_goes_from_its_old_place() {
        waiting(M1, M2);
        index.callStarted(M1);

        index.putBack(M1);

        assertThat(startAll()).containsExactly(1L);
    }

    static Stream<Arguments> places() {
        return Stream.of(
                arguments(List.of(), List.of(M1), M1, false),
                arguments(List.of(), List.of(M1, M2), M2, true),
                arguments(List.of(M1), List.of(M2), M2, false),
                arguments(List.of(), List.of(C3, F4), C3, false),
                arguments(List.of(), List.of(C3, F4), F4, true),
                arguments(List.of(C3), List.of(F4), F4, false),
                arguments(List.of(), List.of(F4), F4, true),
                arguments(List.of(), List.of(), M1, false));
    }

    @ParameterizedTest
    @MethodSource("places")
    void behind_one_that_waits_is_not_behind_one_in_flight(
            List<QueuedCommand> inFlight, List<QueuedCommand> waiting, QueuedCommand asked, boolean behind) {
        inFlight.forEach(command ->
                index.add(command.attempted().with(InFlightCall.of(Hold.NONE, START, "default", Priority.NORMAL))));
        waiting.forEach(index::add);

        assertThat(index.lanes().isBehindWaiting(asked)).isEqualTo(behind);
    }

    @Test
    void all_of_it_is_shown() {
        waiting(HIGH_5, M2, M1);
        index.callStarted(M1);
        index.addWaiting(C3);

        String of = " of default due " + START.toEpochMilli() + "] ";
        assertThat(index)
                .asString()
                .contains(C3.lane() + "=[3" + of + "(0 high, 1 normal, create 3)")
                .contains(M1.lane() + "=[2" + of + "(0 high, 1 normal, busy)")
                .contains(HIGH_5.lane() + "=[5" + of + "(1 high, 0 normal, create 5)")
                .contains("COMMAND_EXPIRES=[]");
    }

    @Test
    void a_create_has_followers_where_messages_wait_in_its_lane() {
        waiting(F4, C3, M1);

        assertThat(index.lanes().createIn(C3.lane())).isEqualTo(3);
        assertThat(index.lanes().followersIn(C3.lane(), 1)).containsExactly(4L);
        assertThat(index.lanes().countFollowersIn(C3.lane())).isEqualTo(1);
        assertThat(index.lanes().createIn("none")).isNull();
        assertThat(index.lanes().followersIn("none", 1)).isEmpty();
        assertThat(index.lanes().countFollowersIn("none")).isZero();
    }

    @Test
    void those_that_wait_are_found_in_the_order_of_arrival_whatever_their_lanes() {
        waiting(F4, C3, M1, HIGH_5, M2);

        assertThat(index.waitingFrom(0, 10)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(index.waitingFrom(2, 3)).containsExactly(2L, 3L, 4L);
        assertThat(index.waitingFrom(6, 3)).isEmpty();
    }

    @Test
    void a_command_is_found_by_its_identity_until_it_is_gone() {
        List<QueuedCommand> commands = List.of(C3, F4);
        commands.forEach(index::add);
        commands.forEach(this::isFound);

        index.callStarted(C3);
        isFound(C3);
        index.putBack(C3);
        isFound(C3);
        index.removeWaiting(C3);
        index.remove(C3);
        assertThat(index.sequenceOf(C3.identity())).isNull();
        isFound(F4);

        index.removeWaiting(F4);
        index.remove(F4);
        assertThat(index.sequenceOf(F4.identity())).isNull();

        index.add(C3.attempted().with(InFlightCall.of(Hold.NONE, START, "default", Priority.NORMAL)));
        isFound(C3);
        index.callEnded(C3);
        index.remove(C3);
        assertThat(index.sequenceOf(C3.identity())).isNull();
    }

    private void isFound(QueuedCommand command) {
        assertThat(index.sequenceOf(command.identity())).isEqualTo(command.sequence());
    }

    @Test
    void a_command_becomes_due_only_while_it_waits() {
        QueuedCommand command = Queued.of(7, follow("m7", "c0").expiresAt(LATER), SOON);
        Timer createWaitEnds = new Timer(SOON, Kind.CREATE_WAIT_ENDS, "acme/0000000000000007");
        Timer expires = new Timer(LATER, Kind.COMMAND_EXPIRES, "acme/0000000000000007");

        index.addWaiting(command);
        assertThat(List.of(next(Kind.CREATE_WAIT_ENDS), next(Kind.COMMAND_EXPIRES)))
                .containsExactly(createWaitEnds, expires);
        index.callStarted(command);
        assertThat(index.timers().next()).isNull();
        index.putBack(command);
        assertThat(index.timers().next()).isEqualTo(createWaitEnds);
        index.removeWaiting(command);
        assertThat(index.timers().next()).isNull();
    }

    @Test
    void jobs_and_marks_of_the_durable_state_become_due() {
        var followed = new JobFollowing.Followed(START, LATER, Duration.ZERO, null);
        index.restore("a", new Job(Said.job("j1", "active"), JobCommands.NONE, 1, START, followed));
        index.restore("b", new Remembered.Operation(SOON));

        assertThat(next(Kind.JOB_CHECK)).isEqualTo(new Timer(LATER, Kind.JOB_CHECK, "a"));
        assertThat(index.timers().takeDue(LATER)).isEqualTo(new Timer(SOON, Kind.UNSENT_FORGOTTEN, "b"));
        assertThat(index.timers().next(Kind.UNSENT_FORGOTTEN)).isNull();
    }

    private Timer next(Kind kind) {
        return Objects.requireNonNull(index.timers().next(kind));
    }

    private void waiting(QueuedCommand... commands) {
        Stream.of(commands).forEach(index::addWaiting);
    }

    /** The sequences of what may go, each started before the next is asked for. */
    private List<Long> startAll() {
        List<Long> started = new ArrayList<>();
        for (var next = index.lanes().next(ALL_ALIKE, anything -> true);
                next.isPresent();
                next = index.lanes().next(ALL_ALIKE, anything -> true)) {
            long sequence = next.get().sequence();
            index.callStarted(Stream.of(M1, M2, C3, F4, HIGH_5)
                    .filter(command -> command.sequence() == sequence)
                    .findAny()
                    .orElseThrow());
            started.add(sequence);
        }
        return started;
    }

    /**
     * What is derived is compared by what {@code toString} says of it: a field that is added here without being named
     * there, or without being derived from those that are, would be compared by nobody.
     */
    @Test
    void every_field_is_known_to_be_compared() {
        assertThat(fieldsOf(ProjectIndex.class))
                .containsExactlyInAnyOrder(
                        "lanes",
                        "backlog",
                        "timers",
                        "sequences",
                        "keys",
                        "continueKeys",
                        "pullRequests",
                        "activeJobs");
        assertThat(fieldsOf(Lanes.class)).containsExactlyInAnyOrder("byId", "schedule", "promotions", "active");
        assertThat(fieldsOf(Lane.class)).containsExactlyInAnyOrder("id", "waiting", "high", "normal", "busy", "create");
        // The time decides what is due and what is not.
        assertThat(fieldsOf(LaneSchedule.class)).containsExactlyInAnyOrder("due", "later", "now");
        assertThat(fieldsOf(Backlog.class)).containsExactlyInAnyOrder("groups", "now");
        assertThat(fieldsOf(Timers.class)).containsExactlyInAnyOrder("byKind");
        assertThat(fieldsOf(CoalescingKeys.class)).containsExactlyInAnyOrder("entries");
        assertThat(fieldsOf(ContinueKeys.class)).containsExactlyInAnyOrder("byKey", "free", "kept", "awaited", "now");
        assertThat(fieldsOf(PullRequests.class)).containsExactlyInAnyOrder("byLink", "open");
        assertThat(fieldsOf(Promotions.class)).containsExactlyInAnyOrder("byLane");
    }

    private static List<String> fieldsOf(Class<?> part) {
        return Stream.of(part.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getName)
                .toList();
    }
}
