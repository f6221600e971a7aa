package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is reported of a pull request changes the jobs that have it, and whether another one may be opened. */
class PullRequestsTest {

    private static final String LINK = "https://example.com/pull/7";

    private ProjectWorld world = ProjectWorld.of(standard());

    private static Limits standard() {
        return Limits.standard().capacity(100).inFlight(10);
    }

    private void limited(int max, Map<String, Integer> ofPublishers) {
        world = ProjectWorld.of(standard().openPullRequests(max, ofPublishers));
    }

    private void completed(Asked create, String job, String link) {
        String id = Objects.requireNonNull(create.command().commandId());
        assertThat(world.arrives(create).called()).containsExactly(id);
        world.answers(id, Said.accepted(job));
        world.sees(Said.job(job, "completed", link));
    }

    private Step reported(PullRequestState state, Instant at) {
        return world.append(new Input.PullRequestSeen(Asked.PROJECT, LINK, state, at));
    }

    @Test
    void an_event_and_the_record_say_that_it_was_merged() {
        completed(create("c1"), "j1", LINK);

        Step merged = world.hears(LINK, PullRequestState.MERGED);

        StatusEvent event = merged.events().getFirst();
        assertThat(event.type()).isEqualTo(StatusEvent.Type.PULL_REQUEST_MERGED);
        assertThat(event.commandId()).isEqualTo("c1");
        assertThat(Objects.requireNonNull(event.job()))
                .satisfies(job -> assertThat(job.prLink()).isEqualTo(LINK))
                .satisfies(job -> assertThat(job.status()).isEqualTo("completed"))
                .satisfies(job -> assertThat(job.sequence()).isEqualTo(3));
        assertThat(world.record("c1").pullRequest()).isEqualTo(PullRequestState.MERGED);
        assertThat(world.record("c1").eventId()).isEqualTo(event.eventId());
    }

    @Test
    void one_that_is_open_is_no_news_until_it_was_closed() {
        completed(create("c1"), "j1", LINK);

        assertThat(world.hears(LINK, PullRequestState.OPEN).announced()).isEmpty();
        assertThat(world.record("c1").pullRequest()).isEqualTo(PullRequestState.OPEN);
        world.passes(Duration.ofSeconds(1));
        assertThat(world.hears(LINK, PullRequestState.CLOSED).announced()).containsExactly("pull_request.closed c1 j1");
        world.passes(Duration.ofSeconds(1));
        assertThat(world.hears(LINK, PullRequestState.OPEN).announced()).containsExactly("pull_request.reopened c1 j1");
    }

    @Test
    void what_is_older_or_the_same_changes_nothing() {
        completed(create("c1"), "j1", LINK);
        Instant at = world.now();
        reported(PullRequestState.MERGED, at);

        assertThat(reported(PullRequestState.OPEN, at.minusMillis(1)).announced())
                .isEmpty();
        assertThat(reported(PullRequestState.CLOSED, at).announced()).isEmpty();
        Step again = reported(PullRequestState.MERGED, at.plusMillis(2));
        assertThat(again.announced()).isEmpty();
        assertThat(again.decision().effects()).noneMatch(Effect.PublishState.class::isInstance);
        assertThat(reported(PullRequestState.OPEN, at.plusMillis(1)).announced())
                .isEmpty();

        assertThat(world.record("c1").pullRequest()).isEqualTo(PullRequestState.MERGED);
    }

    @Test
    void one_that_no_job_has_is_counted_and_makes_no_project() {
        world.hears("https://example.com/pull/8", PullRequestState.MERGED);
        assertThat(world.ifProject()).isNull();
        completed(create("c1"), "j1", LINK);

        Step other = world.hears("https://example.com/pull/8", PullRequestState.MERGED);

        assertThat(other.decision().effects()).contains(new Effect.Count(Result.PULL_REQUEST_UNKNOWN, null, null));
        assertThat(world.record("c1").pullRequest()).isNull();
    }

    @Test
    void a_job_with_another_link_has_another_one() {
        completed(create("c1"), "j1", LINK);
        world.hears(LINK, PullRequestState.MERGED);
        world.arrives(message("m1", "j1"));
        world.answers("m1", Said.accepted("j1"));
        assertThat(world.record("m1").pullRequest()).isEqualTo(PullRequestState.MERGED);

        world.sees(Said.job("j1", "completed", "https://example.com/pull/8"));

        assertThat(world.record("m1").pullRequest()).isNull();
        assertThat(world.hears(LINK, PullRequestState.CLOSED).announced()).isEmpty();
        assertThat(world.hears("https://example.com/pull/8", PullRequestState.CLOSED)
                        .announced())
                .containsExactly("pull_request.closed m1 j1");
    }

    @Test
    void each_job_that_has_it_is_changed() {
        completed(create("c1"), "j1", LINK);
        completed(create("c2"), "j2", LINK);

        assertThat(world.hears(LINK, PullRequestState.CLOSED).announced())
                .containsExactly("pull_request.closed c1 j1", "pull_request.closed c2 j2");
    }

    @Test
    void many_jobs_that_have_it_are_changed_in_several_decisions() {
        int many = 1_200;
        world = ProjectWorld.of(standard().capacity(many));
        for (int i = 0; i < many; i++) {
            completed(create("c" + i), "j" + i, LINK);
        }
        var bounded = new DecisionsAreBounded();

        Step step = world.hears(LINK, PullRequestState.MERGED);
        bounded.after(world, step);
        while (!world.project().bulkTasks().isEmpty()) {
            assertThat(step.nextMoment()).isNotNull();
            step = world.runToNextMoment();
            bounded.after(world, step);
        }

        assertThat(world.announced())
                .filteredOn(event -> event.startsWith("pull_request.merged"))
                .hasSize(many);
        assertThat(world.project().openPullRequests()).isEmpty();
    }

    @Test
    void a_report_for_which_a_decision_has_no_room_is_taken_by_the_next() {
        completed(create("c1"), "j1", LINK);
        world.asks("hold", new Operation.Hold(null));
        Instant deadline = world.now().plusSeconds(100);
        for (int i = 0; i < 1_500; i++) {
            world.arrives(create("late" + i).expiresAt(deadline));
        }
        world.passes(Duration.ofSeconds(100));

        assertThat(world.hears(LINK, PullRequestState.MERGED).announced()).doesNotContain("pull_request.merged c1 j1");
        assertThat(world.runToNextMoment().announced()).contains("pull_request.merged c1 j1");
    }

    @Test
    void a_job_whose_pull_request_was_merged_is_not_continued() {
        completed(create("c1").continuing("main"), "j1", LINK);
        world.hears(LINK, PullRequestState.MERGED);

        world.arrives(create("c2").continuing("main"));
        assertThat(world.commands().getFirst().jobId()).isNull();
        world.answers("c2", Said.accepted("j2"));

        assertThat(world.record("c2").continued()).isFalse();
        assertThat(world.job("j1").continuation()).isNull();
    }

    @Test
    void a_reopened_one_is_continued_unless_another_job_has_the_key() {
        completed(create("c1").continuing("main"), "j1", LINK);
        world.hears(LINK, PullRequestState.CLOSED);
        world.passes(Duration.ofSeconds(1));
        world.hears(LINK, PullRequestState.OPEN);

        world.arrives(create("c2").continuing("main"));
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
        world.answers("c2", Said.accepted("j1"));
        world.passes(Duration.ofSeconds(1));
        world.hears(LINK, PullRequestState.CLOSED);
        world.arrives(create("c3").continuing("main"));
        world.answers("c3", Said.accepted("j3"));
        world.passes(Duration.ofSeconds(1));
        world.hears(LINK, PullRequestState.OPEN);

        world.arrives(create("c4").continuing("main"));
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j3");
    }

    @Test
    void creates_wait_while_as_many_are_open_as_may_be() {
        limited(1, Map.of());
        completed(create("c1"), "j1", LINK);

        Step arrived = world.arrives(create("c2"));
        assertThat(arrived.called()).isEmpty();
        assertThat(arrived.events().getFirst().queue()).isEqualTo(new QueuePlace(1, null, "open_pull_requests", 1));
        assertThat(world.arrives(message("m1", "j1")).called()).containsExactly("m1");
        assertThat(world.hears(LINK, PullRequestState.MERGED).called()).containsExactly("c2");
    }

    @Test
    void a_create_that_continues_does_not_wait() {
        limited(1, Map.of());
        completed(create("c1").continuing("main"), "j1", LINK);

        assertThat(world.arrives(create("c2").continuing("main")).called()).containsExactly("c2");
    }

    @Test
    void a_create_that_waits_continues_the_job_whose_pull_request_is_reopened() {
        limited(1, Map.of());
        completed(create("c0"), "j0", "https://example.com/pull/6");
        world.hears("https://example.com/pull/6", PullRequestState.CLOSED);
        completed(create("c1").continuing("main"), "j1", LINK);
        world.hears(LINK, PullRequestState.CLOSED);
        world.passes(Duration.ofSeconds(1));
        world.hears("https://example.com/pull/6", PullRequestState.OPEN);
        assertThat(world.arrives(create("c2").continuing("main")).called()).isEmpty();

        assertThat(world.hears(LINK, PullRequestState.OPEN).called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_create_that_waits_continues_the_job_that_a_message_made_active_again() {
        limited(1, Map.of());
        world.arrives(create("c1").continuing("main"));
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "failed", LINK));
        assertThat(world.arrives(create("c2").continuing("main")).called()).isEmpty();
        assertThat(world.arrives(message("m1", "j1")).called()).containsExactly("m1");

        assertThat(world.answers("m1", Said.accepted("j1")).called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_create_that_waits_continues_the_job_that_is_seen_active_again() {
        limited(1, Map.of());
        world.arrives(create("c1").continuing("main"));
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "failed", LINK));
        world.arrives(create("c2").continuing("main"));
        world.arrives(message("m1", "j1"));
        assertThat(world.answers("m1", Said.unknown()).called()).isEmpty();

        assertThat(world.sees(Said.job("j1", "active", LINK)).called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_create_that_waits_to_continue_starts_a_job_once_it_cannot() {
        completed(create("c1").continuing("main"), "j1", LINK);
        world.arrives(message("m1", "j1"));
        world.arrives(create("c2").continuing("main"));

        assertThat(world.hears(LINK, PullRequestState.MERGED).called()).containsExactly("c2");
    }

    @Test
    void jobs_with_the_same_one_count_once() {
        limited(2, Map.of());
        completed(create("c1"), "j1", LINK);
        completed(create("c2"), "j2", LINK);

        assertThat(world.project().openPullRequests()).isEqualTo(Map.of("default", 1));
        assertThat(world.arrives(create("c3")).called()).containsExactly("c3");
    }

    @Test
    void a_publisher_has_a_limit_of_its_own() {
        limited(3, Map.of("batch", 1));
        completed(create("b1").by("batch"), "j1", LINK);

        assertThat(world.arrives(create("b2").by("batch")).called()).isEmpty();
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void one_is_open_until_its_job_is_forgotten_and_none_waits_for_ever() {
        limited(1, Map.of());
        completed(create("c1"), "j1", LINK);
        world.arrives(create("c2"));

        world.passes(Duration.ofDays(31));

        assertThat(world.wakes().called()).containsExactly("c2");
    }
}
