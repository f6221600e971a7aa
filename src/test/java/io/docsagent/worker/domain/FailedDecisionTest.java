package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A decision that threw half-way, after which what is derived was built anew, leaves nothing behind. */
class FailedDecisionTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void a_decision_that_fails_after_so_many_reads_leaves_nothing_behind(int reads) {
        ProjectWorld failing = ProjectWorld.standard();
        failing.triesEachDecisionWithFailureAfter(reads);
        live(failing);
        ProjectWorld smooth = ProjectWorld.standard();
        live(smooth);

        assertThat(failing.failures()).isPositive();
        assertThat(failing.announced()).isEqualTo(smooth.announced());
        assertThat(failing.nextMoment()).isEqualTo(smooth.nextMoment());
        assertThat(failing.holdsTheSameAs(smooth)).isTrue();
    }

    private static void live(ProjectWorld world) {
        world.arrives(create("c1"));
        world.arrives(follow("m1", "c1"));
        world.arrives(follow("m2", "c1").high());
        world.arrives(follow("m3", "never seen"));
        world.arrives(message("m4", "j4"));
        world.arrives(message("m5", "j4").expiresAt(ProjectWorld.START.plusSeconds(600)));
        world.arrives(create("c2"));
        world.answers("c1", Said.accepted("j1"));
        world.answers("c2", Said.rejected());
        world.arrives(create("c3"));
        world.arrives(follow("m6", "c3"));
        world.answers("c3", Said.unknown());
        world.answers("m4", Said.unauthorized());
        world.at(ProjectWorld.START.plusSeconds(700));
        world.wakes();
    }
}
