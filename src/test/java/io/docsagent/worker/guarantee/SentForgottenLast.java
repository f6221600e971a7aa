package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.DedupEntry.Accepted;
import io.docsagent.worker.domain.state.DedupEntry.Unknown;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.util.HashMap;
import java.util.Map;

/** A command that the service took, or may have, is not forgotten early while another mark may be. */
public final class SentForgottenLast implements Guarantee {

    private Map<String, DedupEntry> before = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        Map<String, DedupEntry> after = world.marks();
        if (isSentForgottenEarly(world, after)) {
            assertThat(before)
                    .as("marks that guard nothing, and were left when " + input + " made others be forgotten early")
                    .noneSatisfy((key, mark) -> assertThat(isForgettable(key, mark) && after.containsKey(key))
                            .isTrue());
        }
        before = after;
    }

    private boolean isSentForgottenEarly(ProjectWorld world, Map<String, DedupEntry> after) {
        return world.ifProject() != null
                && before.entrySet().stream()
                        .filter(mark -> isSent(mark.getValue()) && !after.containsKey(mark.getKey()))
                        .map(mark -> mark.getValue().timer(mark.getKey()))
                        .anyMatch(timer -> timer != null && timer.at().isAfter(world.decidedAt()));
    }

    private static boolean isForgettable(String key, DedupEntry mark) {
        Timer timer = mark.timer(key);
        return timer != null && !isSent(mark) && mark.dismissed() == null;
    }

    private static boolean isSent(DedupEntry mark) {
        return mark.state() instanceof Accepted || mark.state() instanceof Unknown;
    }
}
