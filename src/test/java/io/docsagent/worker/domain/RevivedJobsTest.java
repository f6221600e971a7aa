package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RevivedJobsTest {

    /** Sendable for 30 s, answered within 30 s, read by the service up to 10 min later. */
    private static final Instant MAY_BE_READ_UNTIL = START.plusSeconds(60).plus(Duration.ofMinutes(10));

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void an_accepted_message_to_an_ended_job_begins_a_new_generation() {
        failed();
        world.arrives(message("m1", "j1"));

        Step accepted = world.answers("m1", Said.accepted("j1"));

        assertThat(accepted.announced()).containsExactly("job.active m1 j1");
        assertThat(accepted.watched().getFirst().job().generation()).isEqualTo(2);
        assertThat(world.sees("j1", 1, world.now(), Said.job("j1", "completed")).announced())
                .isEmpty();
        assertThat(world.sees("j1", 2, world.now(), Said.job("j1", "failed")).announced())
                .containsExactly("job.failed m1 j1");
    }

    @Test
    void a_message_with_an_unknown_outcome_resumes_the_watching_for_as_long_as_it_may_be_read() {
        failed();

        Step unknown = unknownMessage();

        assertThat(unknown.announced()).containsExactly("command.unknown m1 timeout");
        assertThat(unknown.watched().getFirst().job().generation()).isEqualTo(2);
        assertThat(unknown.watched().getFirst().job().onlyLinkUntil()).isEqualTo(MAY_BE_READ_UNTIL);
        assertThat(unknown.nextMoment()).isEqualTo(MAY_BE_READ_UNTIL);
    }

    @Test
    void a_job_that_the_message_revived_is_announced_and_followed() {
        failed();
        unknownMessage();

        Step revived = world.sees(Said.job("j1", "active"));

        assertThat(revived.announced()).containsExactly("job.active c1 j1");
        assertThat(revived.watched().getFirst().job().onlyLinkUntil()).isNull();
        assertThat(world.sees(Said.job("j1", "completed", "link")).announced()).containsExactly("job.completed c1 j1");
    }

    @Test
    void a_job_that_is_seen_ended_still_is_watched_on() {
        failed();
        unknownMessage();

        Step ended = world.sees(Said.job("j1", "failed", "link"));

        assertThat(ended.announced()).containsExactly("job.updated c1 j1");
        assertThat(world.watched()).containsOnlyKeys("j1");
    }

    @Test
    void the_watching_ends_in_silence_where_the_message_revived_nothing() {
        failed();
        unknownMessage();

        Step over = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(MAY_BE_READ_UNTIL);
        assertThat(over.announced()).isEmpty();
        assertThat(over.released()).containsExactly("j1");
    }

    @Test
    void a_job_announced_as_ended_is_not_announced_as_lost() {
        failed();
        unknownMessage();

        Step gone = world.sees("j1", 2, world.now(), (JobSnapshot) null);

        assertThat(gone.announced()).isEmpty();
        assertThat(gone.released()).containsExactly("j1");
    }

    @Test
    void a_revived_job_may_be_lost() {
        failed();
        unknownMessage();
        world.sees(Said.job("j1", "active"));

        assertThat(world.sees("j1", 2, world.now(), (JobSnapshot) null).announced())
                .containsExactly("job.lost c1 j1 not_found");
    }

    @Test
    void a_job_that_is_followed_is_followed_on_in_a_new_generation() {
        active();

        Step unknown = unknownMessage();

        assertThat(unknown.watched().getFirst().job().generation()).isEqualTo(2);
        assertThat(unknown.watched().getFirst().job().onlyLinkUntil()).isNull();
        assertThat(world.sees("j1", 1, world.now(), Said.job("j1", "failed")).announced())
                .isEmpty();
    }

    @Test
    void a_message_known_as_unknown_only_after_it_may_be_read_is_looked_for_once_more() {
        failed();
        world.arrives(message("m1", "j1"));
        world.at(MAY_BE_READ_UNTIL);

        Step unknown = world.answers("m1", Said.unknown());

        assertThat(unknown.watched().getFirst().job().onlyLinkUntil())
                .isEqualTo(MAY_BE_READ_UNTIL.plus(Duration.ofMinutes(1)));
    }

    @Test
    void a_message_with_an_unknown_outcome_to_a_job_that_is_not_known_resumes_nothing() {
        assertThat(unknownMessage().watched()).isEmpty();
    }

    @Test
    void a_job_that_was_given_up_is_followed_again_after_a_message_of_unknown_outcome() {
        active();
        assertThat(world.runToNextMoment().announced()).containsExactly("job.stalled c1 j1 stalled");

        Step unknown = unknownMessage();

        assertThat(unknown.watched().getFirst().job().onlyLinkUntil()).isNull();
        assertThat(world.sees(Said.job("j1", "completed", "link")).announced()).containsExactly("job.completed c1 j1");
    }

    @Test
    void the_watching_is_never_cut_short_by_a_later_message() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(2));
        repeating.arrives(create("c1"));
        repeating.answers("c1", Said.accepted(Said.job("j1", "failed")));
        repeating.arrives(message("m1", "j1"));
        repeating.arrives(message("m2", "j1").expiresAt(repeating.now().plusSeconds(20)));
        repeating.answers("m1", Said.unknown());
        repeating.runToNextMoment();
        repeating.answers("m1", Said.unknown());
        JobFollowing before = repeating.job("j1").following();
        repeating.runToNextMoment();
        repeating.answers("m2", Said.unknown());
        repeating.passes(Duration.ofSeconds(20));

        assertThat(repeating.wakes().announced()).containsExactly("command.unknown m2 no_trace");
        assertThat(((JobFollowing.Lingering) repeating.job("j1").following()).until())
                .isEqualTo(((JobFollowing.Lingering) before).until());
    }

    @Test
    void a_job_that_ends_after_such_a_message_is_watched_on_for_as_long_as_it_may_be_read() {
        active();
        unknownMessage();

        Step ended = world.sees(Said.job("j1", "completed", "link"));

        assertThat(ended.announced()).containsExactly("job.completed c1 j1");
        assertThat(ended.watched().getFirst().job().onlyLinkUntil()).isEqualTo(MAY_BE_READ_UNTIL);
        assertThat(world.sees(Said.job("j1", "active", "link")).announced()).containsExactly("job.active c1 j1");
        assertThat(world.sees(Said.job("j1", "completed", "other link")).announced())
                .containsExactly("job.completed c1 j1");
        assertThat(world.runToNextMoment().released()).containsExactly("j1");
        assertThat(world.now()).isEqualTo(MAY_BE_READ_UNTIL);
    }

    @Test
    void it_is_watched_on_although_another_message_was_accepted_since() {
        active();
        unknownMessage();
        world.arrives(message("m2", "j1"));
        world.answers("m2", Said.accepted("j1"));

        Step ended = world.sees(Said.job("j1", "failed"));

        assertThat(ended.watched().getFirst().job().onlyLinkUntil()).isEqualTo(MAY_BE_READ_UNTIL);
    }

    @Test
    void a_job_that_ends_once_the_message_cannot_be_read_any_more_is_released() {
        active();
        unknownMessage();
        world.at(MAY_BE_READ_UNTIL);

        assertThat(world.sees(Said.job("j1", "failed")).released()).containsExactly("j1");
    }

    private void active() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
    }

    private void failed() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted(Said.job("j1", "failed")));
    }

    private Step unknownMessage() {
        world.arrives(message("m1", "j1"));
        return world.answers("m1", Said.unknown());
    }
}
