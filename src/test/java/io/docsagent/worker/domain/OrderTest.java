package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {

    private final ProjectWorld oneAtATime = ProjectWorld.of(Limits.standard().inFlight(1));

    @Test
    void higher_priorities_go_first_and_first_in_first_out_within_one() {
        oneAtATime.arrives(create("first"));
        for (var asked : List.of(
                create("l").low(), create("n1"), create("n2"), create("h").high())) {
            oneAtATime.arrives(asked);
        }

        assertThat(calledByAndBy("first", "h", "n1", "n2")).containsExactly("h", "n1", "n2", "l");
    }

    @Test
    void a_message_inherits_the_highest_priority_behind_it_in_its_job() {
        oneAtATime.arrives(create("first"));
        oneAtATime.arrives(message("low", "j1").low());
        oneAtATime.arrives(create("normal"));
        oneAtATime.arrives(message("high", "j1").high());

        assertThat(calledByAndBy("first", "low", "high")).containsExactly("low", "high", "normal");
    }

    @Test
    void a_create_inherits_the_priority_of_its_followers() {
        oneAtATime.arrives(create("first"));
        oneAtATime.arrives(follow("m", "low").high());
        oneAtATime.arrives(create("normal"));
        oneAtATime.arrives(create("low").low());

        assertThat(calledByAndBy("first", "low", "m")).containsExactly("low", "m", "normal");
    }

    @Test
    void a_job_has_one_post_in_flight_and_other_jobs_go_meanwhile() {
        ProjectWorld world = ProjectWorld.standard();

        assertThat(world.arrives(message("m1", "j1")).called()).containsExactly("m1");
        assertThat(world.arrives(message("m2", "j1")).called()).isEmpty();
        assertThat(world.arrives(message("m3", "j2")).called()).containsExactly("m3");
        assertThat(world.answers("m1", Said.accepted("j1")).called()).containsExactly("m2");
    }

    @Test
    void no_more_calls_are_in_flight_than_the_bound() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(2));
        world.arrives(create("c1"));
        world.arrives(create("c2"));

        assertThat(world.arrives(create("c3")).called()).isEmpty();
        assertThat(world.project().calls()).hasSize(2);
        assertThat(world.answers("c2", Said.rejected()).called()).containsExactly("c3");
    }

    @Test
    void rebuilding_the_backlog_changes_no_order() {
        oneAtATime.arrives(create("first"));
        oneAtATime.arrives(follow("m", "low").high());
        oneAtATime.arrives(create("normal"));
        oneAtATime.arrives(create("low").low());

        oneAtATime.rebuildIndex();

        assertThat(calledByAndBy("first", "low", "m")).containsExactly("low", "m", "normal");
    }

    /** Answers these in turn; what that lets go. */
    private List<String> calledByAndBy(String... answered) {
        return Arrays.stream(answered)
                .flatMap(commandId -> {
                    oneAtATime.passes(Duration.ofSeconds(1));
                    return oneAtATime.answers(commandId, Said.accepted("job of " + commandId)).called().stream();
                })
                .toList();
    }
}
