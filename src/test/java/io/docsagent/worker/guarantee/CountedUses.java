package io.docsagent.worker.guarantee;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** For how long each use counts, as its answers say. */
final class CountedUses {

    private final Map<String, Use> uses = new HashMap<>();

    /** Nothing that is said of a settled use changes how long it counts. */
    private record Use(String by, Instant deadline, Instant countsUntil, boolean settled) {}

    void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CallAnswered answered) {
            uses.computeIfPresent(
                    answered.callId(), (callId, use) -> use.settled() ? use : heard(world, use, answered.answer()));
        }
        step.calls().forEach(call -> uses.put(call.callId(), sent(world, call)));
    }

    /** Uses of some publishers that count at that time. */
    long counting(Predicate<String> publishers, Instant now) {
        return uses.values().stream()
                .filter(use -> publishers.test(use.by()) && use.countsUntil().isAfter(now))
                .count();
    }

    String publisherOf(GatewayRequest.Call call) {
        Use use = uses.get(call.callId());
        return use == null ? Publisher.DEFAULT : use.by();
    }

    private static Use sent(ProjectWorld world, GatewayRequest.Call call) {
        Instant deadline = call.notAfter().plus(world.policy().dispatching().responseTimeout());
        QueuedCommand called =
                world.ifProject() == null ? null : world.project().calls().get(call.callId());
        String by = called == null ? Publisher.DEFAULT : called.inFlight().payer();
        return new Use(by, deadline, Instant.MAX, false);
    }

    private static Use heard(ProjectWorld world, Use use, Answer answer) {
        Policy.QuotaLimit limit = world.policy().quota();
        Duration afterwards = limit.period().plus(limit.margin());
        return switch (answer) {
            case Answer.InFlight inFlight -> use;
            case Answer.NotSent notSent -> new Use(use.by(), use.deadline(), world.decidedAt(), true);
            case Answer.NoSlot noSlot -> new Use(use.by(), use.deadline(), world.decidedAt(), true);
            case Answer.Unknown unknown ->
                new Use(
                        use.by(),
                        use.deadline(),
                        use.deadline().plus(limit.straggler()).plus(afterwards),
                        false);
            default -> {
                Instant over = world.decidedAt().plus(afterwards);
                Instant until = over.isBefore(use.countsUntil()) ? over : use.countsUntil();
                yield new Use(use.by(), use.deadline(), until, true);
            }
        };
    }
}
