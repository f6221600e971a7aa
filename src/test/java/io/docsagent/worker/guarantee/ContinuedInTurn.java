package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.policy.Policy.Continuing;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Of each key for continuing, one job has it at most, one command has its turn, and it goes to that job while that takes
 * more; what waits for its turn waits for a command or for a call of unknown outcome.
 */
public final class ContinuedInTurn implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (step.decision().changes().projects().isEmpty()) {
            return;
        }
        List<QueuedCommand> queue = world.commands();
        for (QueuedCommand queued : queue) {
            String key = queued.command().continueKey();
            if (key != null && queued.waitsForKey()) {
                assertThat(hasTurn(queue, key) || isKept(world, key))
                        .as("what " + queued + " waits for")
                        .isTrue();
            }
        }
        for (GatewayRequest.Call call : step.calls()) {
            sentToTheJob(world, call);
        }
        Map<String, String> byKey = new HashMap<>();
        world.jobs().forEach(job -> {
            if (job.continuation() != null) {
                assertThat(byKey.put(job.continuation().key(), job.id()))
                        .as("another job with the key of " + job)
                        .isNull();
            }
        });
    }

    private static boolean hasTurn(List<QueuedCommand> queue, String key) {
        return queue.stream().anyMatch(other -> key.equals(other.command().continueKey()) && !other.waitsForKey());
    }

    private static boolean isKept(ProjectWorld world, String key) {
        return world.marks().values().stream()
                .anyMatch(mark -> mark instanceof EndedCommand ended
                        && key.equals(ended.origin().continueKey())
                        && ended.keepsKeyUntil() != null
                        && ended.keepsKeyUntil().isAfter(world.decidedAt()));
    }

    /** But for one that the service may have taken already. */
    private static void sentToTheJob(ProjectWorld world, GatewayRequest.Call call) {
        QueuedCommand sent = world.project().calls().get(call.callId());
        if (sent == null || sent.type() != Command.Type.CREATE || sent.mayHaveBeenTaken()) {
            return;
        }
        // Null where it has none, or where that was released.
        String key = sent.command().continueKey();
        Continuing limits = world.policy().jobs().continuing();
        @Nullable
        Job job = world.jobs().stream()
                .filter(each ->
                        each.continuation() != null && each.continuation().key().equals(key))
                .findFirst()
                .orElse(null);
        String goesTo = job != null && job.isContinuable(limits.maxAge(), limits.maxMessages(), world.decidedAt())
                ? job.id()
                : null;
        assertThat(call.jobId()).as("job that " + sent + " goes to").isEqualTo(goesTo);
    }
}
