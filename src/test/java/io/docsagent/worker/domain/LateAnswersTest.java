package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import org.junit.jupiter.api.Test;

class LateAnswersTest {

    private final ProjectWorld atMostOnce = ProjectWorld.standard();
    private final ProjectWorld atLeastOnce = ProjectWorld.of(Limits.standard().atLeastOnce(2));

    @Test
    void acceptedAfterUnknownTellsTheJobOnce() {
        atMostOnce.arrives(create("c1"));
        assertThat(atMostOnce.answers("c1", Said.unknown()).told()).containsExactly("command.unknown c1 timeout");

        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).told()).containsExactly("job.active c1 j1");
        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).told()).isEmpty();
    }

    @Test
    void notSentAfterUnknownOnlyFreesTheUse() {
        atMostOnce.arrives(create("c1"));
        atMostOnce.answers("c1", Said.unknown());
        assertThat(atMostOnce.available()).isEqualTo(99);

        assertThat(atMostOnce.answers("c1", Said.notSent()).told()).isEmpty();
        assertThat(atMostOnce.available()).isEqualTo(100);
    }

    @Test
    void acceptedAfterUnknownTakesBackARepeatStillQueued() {
        atLeastOnce.arrives(create("c1"));
        atLeastOnce.answers("c1", Said.unknown());

        assertThat(atLeastOnce.answers("c1", Said.accepted("j1")).told()).containsExactly("job.active c1 j1");
        assertThat(atLeastOnce.commandsKept()).isZero();
    }

    @Test
    void aRepeatUnderWayNoLongerEndsACommandThatWasAcceptedLate() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.arrives(follow("m1", "c1"));

        Step late = atLeastOnce.answersCall(first, Said.accepted("j1"));
        assertThat(late.told()).containsExactly("job.active c1 j1");

        assertThat(atLeastOnce.answers("c1", Said.rejected()).told()).isEmpty();
        assertThat(atLeastOnce.wakes().called()).isEmpty();
        assertThat(atLeastOnce.callOf("m1")).isNotEmpty();
    }

    @Test
    void sendsThatWereNotTakenDoNotCountAsAttempts() {
        atLeastOnce.arrives(create("c1"));
        for (int i = 0; i < 3; i++) {
            atLeastOnce.answers("c1", Said.notSent());
            atLeastOnce.runToNextMoment();
        }

        assertThat(atLeastOnce.answers("c1", Said.unknown()).told()).isEmpty();
        atLeastOnce.runToNextMoment();
        assertThat(atLeastOnce.answers("c1", Said.unknown()).told()).containsExactly("command.unknown c1 timeout");
    }
}
