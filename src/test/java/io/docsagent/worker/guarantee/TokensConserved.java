package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Every use counts for as long as its answers say, every count counts something, and in the end nothing is left. */
public final class TokensConserved implements Guarantee {

    private final Map<String, Use> uses = new HashMap<>();

    /** Nothing that is said of a settled use changes how long it counts. */
    private record Use(Instant deadline, Instant countsUntil, boolean settled) {}

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CallAnswered answered) {
            uses.computeIfPresent(
                    answered.callId(), (callId, use) -> use.settled() ? use : heard(world, use, answered.answer()));
        }
        step.calls().forEach(call -> uses.put(call.callId(), sent(world.policy(), call)));
        Project project = world.ifProject();
        if (project != null) {
            check(world, project);
        }
    }

    private void check(ProjectWorld world, Project project) {
        Policy policy = world.policy();
        assertThat(project.quota().inFlight()).isEqualTo(project.calls().size());
        assertThat(world.available()).isBetween(0L, (long) policy.quota().capacity());
        if (policy.quota().refill() == Policy.Refill.ROLLING) {
            assertThat(world.available())
                    .as("tokens available")
                    .isEqualTo(policy.quota().capacity() - counting(world.decidedAt()));
        }
        assertThat(project.counts().waiting() + project.calls().size()).isEqualTo(world.commandsKept());
        assertThat(project.counts().seen()).isEqualTo(world.remembersHowMany());
        assertThat(project.calls())
                .hasSizeLessThanOrEqualTo(policy.dispatching().maxInFlight());
    }

    private long counting(Instant now) {
        return uses.values().stream()
                .filter(use -> use.countsUntil().isAfter(now))
                .count();
    }

    private static Use sent(Policy policy, GatewayRequest.Call call) {
        return new Use(call.notAfter().plus(policy.dispatching().responseTimeout()), Instant.MAX, false);
    }

    private static Use heard(ProjectWorld world, Use use, Answer answer) {
        Policy.QuotaLimit limit = world.policy().quota();
        Duration afterwards = limit.period().plus(limit.margin());
        return switch (answer) {
            case Answer.InFlight underWay -> use;
            case Answer.NotSent notSent -> new Use(use.deadline(), world.decidedAt(), true);
            case Answer.NoSlot noSlot -> new Use(use.deadline(), world.decidedAt(), true);
            case Answer.Unknown unknown ->
                new Use(use.deadline(), use.deadline().plus(limit.straggler()).plus(afterwards), false);
            default -> {
                Instant over = world.decidedAt().plus(afterwards);
                yield new Use(use.deadline(), over.isBefore(use.countsUntil()) ? over : use.countsUntil(), true);
            }
        };
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(world.ifProject()).as("what is left of the project").isNull();
        assertThat(world.toString()).isEqualTo("projects:\nqueue:\njobs:\nseen:");
        assertThat(world.steps().stream().map(step -> step.decision().added()).reduce(Load.NONE, Load::plus))
                .as("what is left of the partition's load")
                .isEqualTo(Load.NONE);
    }
}
