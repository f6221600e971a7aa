package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A command is sent again only after an answer that proves that it was not taken, after an operator has said so, or as
 * often as was asked for.
 */
public final class SentAtMostOnce implements Guarantee {

    private final int maxAttempts;
    private final Set<String> sent = new HashSet<>();
    private final Set<String> closed = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private final Map<String, Integer> perhapsTaken = new HashMap<>();

    public SentAtMostOnce(int maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CallAnswered answered) {
            heard(answered.callId(), answered.answer());
        }
        step.resolvedBy(input)
                .forEach(commandId -> dismissed(Identity.ofCommandId(commandId).key() + "."));
        step.calls().forEach(call -> sent(call.callId()));
    }

    private void dismissed(String command) {
        perhapsTaken.keySet().stream().filter(key -> key.startsWith(command)).forEach(key -> perhapsTaken.put(key, 0));
        sent.stream().filter(callId -> callId.startsWith(command)).forEach(closed::add);
    }

    private void sent(String callId) {
        assertThat(sent.add(callId)).as("first send of " + callId).isTrue();
        assertThat(perhapsTaken.merge(commandOf(callId), 1, Integer::sum))
                .as("sends that may have been taken, with " + callId)
                .isLessThanOrEqualTo(maxAttempts);
    }

    private void heard(String callId, Answer answer) {
        if (answer instanceof Answer.Unknown) {
            unknown.add(callId);
        }
        // A rejection ends its command, unless it comes so late that a repeat was decided before.
        boolean proves = answer instanceof Answer.NotSent
                || answer instanceof Answer.NoSlot
                || answer instanceof Answer.NotTaken
                || answer instanceof Answer.Unauthorized
                || answer instanceof Answer.Redirected
                || answer instanceof Answer.Throttled
                || (answer instanceof Answer.Rejected && unknown.contains(callId));
        if (proves && closed.add(callId)) {
            perhapsTaken.merge(commandOf(callId), -1, Integer::sum);
        }
    }

    private static String commandOf(String callId) {
        return callId.substring(0, callId.lastIndexOf('.'));
    }
}
