package io.docsagent.worker.domain;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Outbox;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Installation.GoingOn;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project.Applied;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rules of operations that concern all projects: one partition accepts them, all carry them out in the order in which
 * it did, and when each has said so, it answers. To carry one out is to note a fact, however many projects there are.
 */
public final class AllProjects {

    /** An operator waits for one or two; each is stored until all partitions have carried it out. */
    public static final int MOST_GOING_ON = 8;

    /** Operators ask for few; beyond it the one asked for first is forgotten early. */
    public static final int MOST_REMEMBERED = 100;

    private static final Reason UNTIL_HAS_PASSED = new Reason("too_late", "its until has passed", null);

    private static final Reason NOT_HELD = new Reason("not_held", "no operator holds all projects", null);

    private static final Reason BUSY = new Reason(
            "busy", "too many earlier operations are still running; ask again later, with another operationId", null);

    private final Installation known;
    private final Partition partition;
    private final LogPosition position;
    private final Instant now;
    private final Outbox outbox;
    private final List<Effect> told = new ArrayList<>();
    private Wakes wakes = Wakes.NONE;

    /** The projects that an operation changes something for at once. */
    public enum Wakes {
        NONE,
        /** Those with commands waiting. */
        WAITING,
        /** Those that the service's answers hold. */
        HELD
    }

    /**
     * Where it is decided.
     *
     * @param number of partitions
     * @param retention how long an operation is remembered
     * @param startHeld the hold of this start; null for none
     * @param waiting commands of the projects that would be woken
     */
    public record Partition(
            int number, Duration retention, @Nullable String startHeld, ToIntFunction<Wakes> waiting) {}

    /** What an input leads to. */
    public record Decided(Installation installation, List<Effect> effects, Wakes wakes) {}

    private AllProjects(Installation known, LogPosition position, Partition partition) {
        Instant last = known.applied().at();
        this.known = known;
        this.partition = partition;
        this.position = position;
        this.now = position.appendedAt().isAfter(last) ? position.appendedAt() : last;
        this.outbox = new Outbox(Operation.ALL_PROJECTS, position, now);
    }

    /** What the input, which concerns all projects, leads to. */
    public static Decided decide(Installation known, Input input, LogPosition position, Partition partition) {
        if (known.applied().includes(position)) {
            return new Decided(known, List.of(), Wakes.NONE);
        }
        return new AllProjects(known, position, partition).decided(input);
    }

    private Decided decided(Input input) {
        Installation after = after(input).applied(new Applied(position.offset(), now));
        List<Effect> effects = new ArrayList<>(told);
        effects.addAll(outbox.effects());
        return new Decided(after, effects, wakes);
    }

    private Installation after(Input input) {
        return switch (input) {
            case Input.OperationRequested requested -> accept(requested.operation());
            case Input.OperationSpread spread -> carryOut(spread);
            case Input.OperationCarriedOut carriedOut -> answer(carriedOut);
            default -> throw new IllegalArgumentException("concerns one project, and not all: " + input.getClass());
        };
    }

    private Installation accept(Operation operation) {
        Map<String, Instant> remembered = new HashMap<>(known.operations());
        remembered.values().removeIf(forgetAt -> !forgetAt.isAfter(now));
        if (remembered.containsKey(operation.operationId())) {
            return known;
        }
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.entrySet().stream()
                    .min(Map.Entry.<String, Instant>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                    .ifPresent(oldest -> remembered.remove(oldest.getKey()));
        }
        remembered.put(operation.operationId(), now.plus(partition.retention()));
        Reason refusal = refusal(operation);
        if (refusal != null) {
            outbox.announce(Announcement.ofRefused(operation, refusal));
            return known.with(remembered, known.goingOn());
        }
        List<GoingOn> more = new ArrayList<>(known.goingOn());
        more.add(new GoingOn(operation, List.of(), 0));
        told.add(new Effect.Spread(new Input.OperationSpread(operation, now, position.offset())));
        return known.with(remembered, more);
    }

    private @Nullable Reason refusal(Operation operation) {
        if (known.goingOn().size() >= MOST_GOING_ON) {
            return BUSY;
        }
        return switch (operation.action()) {
            case Operation.Hold hold -> hold.until() != null && !hold.until().isAfter(now) ? UNTIL_HAS_PASSED : null;
            case Operation.Resume resume -> willBeHeld() ? null : NOT_HELD;
            default -> null;
        };
    }

    /** Once what is going on has been carried out here. */
    private boolean willBeHeld() {
        boolean held = known.holdAt(now, partition.startHeld()) != null;
        for (GoingOn before : known.goingOn()) {
            held = switch (before.operation().action()) {
                case Operation.Hold hold -> true;
                case Operation.Resume resume -> false;
                default -> held;
            };
        }
        return held;
    }

    private Installation carryOut(Input.OperationSpread spread) {
        Operation operation = spread.operation();
        String name = spread.at() + " " + spread.offset();
        Installation after = switch (operation.action()) {
            case Operation.Hold hold -> {
                wakes = Wakes.WAITING;
                yield known.held(new OperatorHold(operation.by(), operation.reason(), spread.at(), hold.until(), name));
            }
            case Operation.Resume resume -> {
                wakes = Wakes.WAITING;
                yield known.resumed(partition.startHeld());
            }
            case Operation.Probe probe -> {
                wakes = Wakes.HELD;
                yield known.probed(name);
            }
            default -> throw new IllegalArgumentException("no operation on all projects");
        };
        int affected = partition.waiting().applyAsInt(wakes);
        told.add(new Effect.Report(
                new Input.OperationCarriedOut(operation.operationId(), position.partition(), affected)));
        return after;
    }

    private Installation answer(Input.OperationCarriedOut report) {
        List<GoingOn> left = new ArrayList<>();
        for (GoingOn before : known.goingOn()) {
            boolean isIt = before.operation().operationId().equals(report.operationId());
            GoingOn now = isIt && !before.carriedOut().contains(report.partition()) ? counted(before, report) : before;
            if (now.carriedOut().size() < partition.number()) {
                left.add(now);
            } else {
                outbox.announce(Announcement.ofDone(now.operation(), now.affected()));
            }
        }
        return known.with(known.operations(), left);
    }

    private static GoingOn counted(GoingOn before, Input.OperationCarriedOut report) {
        List<Integer> more = new ArrayList<>(before.carriedOut());
        more.add(report.partition());
        return new GoingOn(before.operation(), more, before.affected() + report.affected());
    }
}
