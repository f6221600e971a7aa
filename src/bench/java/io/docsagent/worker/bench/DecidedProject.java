package io.docsagent.worker.bench;

import io.docsagent.worker.domain.Decider;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Tables;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A project in memory whose decisions are carried out at once, and cost nothing but the deciding. */
final class DecidedProject {

    static final String ID = "acme";

    private final Map<String, Project> projects = new HashMap<>();
    private final Map<String, QueuedCommand> queue = new HashMap<>();
    private final Map<String, Job> jobs = new HashMap<>();
    private final Map<String, Remembered> seen = new HashMap<>();
    private final ProjectIndex index = new ProjectIndex();
    private final Tables tables = new Tables(projects::get, queue::get, jobs::get, seen::get);
    private final Policy policy;
    private Instant now = Instant.parse("2026-11-21T00:00:00Z");
    private long offset;
    private @Nullable DecisionCosts costs;
    private @Nullable Instant nextMoment;

    DecidedProject(Policy policy) {
        this.policy = policy;
    }

    /** Whatever is decided from now on counts there. */
    void countsFor(DecisionCosts next) {
        costs = next;
    }

    /** Goes on with what one decision had no room for, and says which calls are to be made. */
    List<GatewayRequest.Call> settle() {
        List<GatewayRequest.Call> calls = new ArrayList<>();
        while (nextMoment != null && !nextMoment.isAfter(now.plusMillis(1))) {
            now = now.isAfter(nextMoment) ? now : nextMoment;
            calls.addAll(take(new Input.WokeUp(ID, Input.WokeUp.Cause.TIME)));
        }
        return calls;
    }

    void passes(Duration time) {
        now = now.plus(time);
    }

    Instant now() {
        return now;
    }

    /** Decides, and says which calls are to be made. */
    List<GatewayRequest.Call> take(Input input) {
        Project project = projects.get(ID);
        DecisionContext context = new DecisionContext(
                tables, index, policy, Installation.NEW, project == null ? Load.NONE : project.load(), false);
        LogPosition position = new LogPosition(0, offset++, now, now);
        Decision decision = costs == null
                ? Decider.decide(context, input, position)
                : costs.of(() -> Decider.decide(context, input, position));
        nextMoment = decision.nextMoment();
        write(projects, decision.changes().projects());
        write(queue, decision.changes().queue());
        write(jobs, decision.changes().jobs());
        write(seen, decision.changes().seen());
        return calls(decision);
    }

    private static <V> void write(Map<String, V> table, Map<String, Optional<V>> changes) {
        changes.forEach((key, value) -> value.ifPresentOrElse(some -> table.put(key, some), () -> table.remove(key)));
    }

    private static List<GatewayRequest.Call> calls(Decision decision) {
        List<GatewayRequest.Call> calls = new ArrayList<>();
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Send send && send.request() instanceof GatewayRequest.Call call) {
                calls.add(call);
            }
        }
        return calls;
    }
}
