package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.CommandOutcome.Accepted;
import io.docsagent.worker.domain.state.CommandOutcome.Unknown;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.HashMap;
import java.util.Map;

/** A command that the service took, or may have, is not forgotten early while another mark may be. */
public final class SentForgottenLast implements Guarantee {

    private Map<String, Remembered> before = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        Map<String, Remembered> after = world.marks();
        if (isSentForgottenEarly(world, after)) {
            assertThat(before)
                    .as("marks that guard nothing, and were left when " + input + " made others be forgotten early")
                    .noneSatisfy((key, mark) -> assertThat(isForgettable(key, mark) && after.containsKey(key))
                            .isTrue());
        }
        before = after;
    }

    private boolean isSentForgottenEarly(ProjectWorld world, Map<String, Remembered> after) {
        return world.ifProject() != null
                && before.entrySet().stream()
                        .filter(mark -> isSent(mark.getValue()) && !isRemembered(world, mark.getKey(), after))
                        .map(mark -> mark.getValue().timer(mark.getKey()))
                        .anyMatch(timer -> timer != null && timer.at().isAfter(world.decidedAt()));
    }

    /** A command that an operator has sent again is in the queue. */
    private static boolean isRemembered(ProjectWorld world, String key, Map<String, Remembered> after) {
        return after.containsKey(key)
                || world.commands().stream()
                        .anyMatch(queued -> Keys.identityOf(key).equals(queued.identity()));
    }

    private static boolean isForgettable(String key, Remembered mark) {
        Timer timer = mark.timer(key);
        boolean wasDismissed =
                mark instanceof EndedCommand ended && ended.calls().wasDismissed();
        return timer != null && !isSent(mark) && !wasDismissed;
    }

    private static boolean isSent(Remembered mark) {
        return mark instanceof EndedCommand ended
                && (ended.outcome() instanceof Accepted || ended.outcome() instanceof Unknown);
    }
}
