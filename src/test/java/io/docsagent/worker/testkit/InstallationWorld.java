package io.docsagent.worker.testkit;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.AllProjects;
import io.docsagent.worker.domain.AllProjects.Decided;
import io.docsagent.worker.domain.AllProjects.Wakes;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Partitions of one installation with a log each, which their owners process when the test says so. */
public final class InstallationWorld {

    public static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private static final Duration RETENTION = Duration.ofDays(7);

    private static final int HOME = 0;

    private final List<Owner> owners = new ArrayList<>();
    private final List<StatusEvent> events = new ArrayList<>();
    private final Set<String> asked = new HashSet<>();
    private Instant now = START;
    private int woken;

    /** A partition: its log, how far it was read, and what is stored. */
    private static final class Owner {
        private final List<Appended> log = new ArrayList<>();
        private Installation stored = Installation.NEW;
        private int next;
        private int waiting;
    }

    private record Appended(Input input, LogPosition position) {}

    public InstallationWorld(int partitions) {
        for (int i = 0; i < partitions; i++) {
            owners.add(new Owner());
        }
    }

    public int partitions() {
        return owners.size();
    }

    public Instant now() {
        return now;
    }

    public void passes(Duration time) {
        now = now.plus(time);
    }

    /** Commands that wait in a partition. */
    public void waits(int partition, int commands) {
        owners.get(partition).waiting = commands;
    }

    public void asks(String operationId, Operation.Action action) {
        asks(new Operation(operationId, "alice", null, Operation.ALL_PROJECTS, action));
    }

    public void asks(Operation operation) {
        asked.add(operation.operationId());
        append(HOME, new Input.OperationRequested(operation, null));
    }

    /** The operationIds that were asked for. */
    public Set<String> asked() {
        return asked;
    }

    public void processesAll() {
        processesAllBut(-1);
    }

    public void processesAllBut(int stuck) {
        boolean isDone = false;
        while (!isDone) {
            isDone = true;
            for (int partition = 0; partition < owners.size(); partition++) {
                isDone &= partition == stuck || processes(partition, Integer.MAX_VALUE) == 0;
            }
        }
    }

    /** Returns how many inputs there were, at most so many. */
    public int processes(int partition, int most) {
        Owner owner = owners.get(partition);
        int processed = 0;
        while (processed < most && owner.next < owner.log.size()) {
            decide(owner, owner.log.get(owner.next++));
            processed++;
        }
        return processed;
    }

    /** A new owner reads what is stored. */
    public void restarts(int partition) {
        Format<Installation> format = Format.of(Installation.class);
        Owner owner = owners.get(partition);
        owner.stored = format.read(format.write(owner.stored));
    }

    /** Every partition reads its log from the beginning. */
    public void replays() {
        owners.forEach(owner -> owner.next = 0);
        processesAll();
    }

    /** What each partition holds. */
    public List<@Nullable OperatorHold> holds() {
        List<@Nullable OperatorHold> holds = new ArrayList<>();
        owners.forEach(owner -> holds.add(owner.stored.hold()));
        return holds;
    }

    /** Of the partition where operations are asked for. */
    public Installation home() {
        return owners.get(HOME).stored;
    }

    public List<StatusEvent> events() {
        return events;
    }

    public List<String> announced() {
        return events.stream().map(Step::shortly).toList();
    }

    /** How often a partition has woken its projects. */
    public int woken() {
        return woken;
    }

    private void append(int partition, Input input) {
        Owner owner = owners.get(partition);
        Format<Input> format = Format.of(Input.class);
        Input read = format.read(format.write(input));
        owner.log.add(new Appended(read, new LogPosition(partition, owner.log.size(), now, now)));
    }

    private void decide(Owner owner, Appended appended) {
        var partition = new AllProjects.Partition(owners.size(), RETENTION, null, wakes -> owner.waiting);
        Decided decided = AllProjects.decide(owner.stored, appended.input(), appended.position(), partition);
        owner.stored = decided.installation();
        woken += decided.wakes() == Wakes.NONE ? 0 : 1;
        for (Effect effect : decided.effects()) {
            switch (effect) {
                case Effect.Spread spread -> {
                    for (int to = 0; to < owners.size(); to++) {
                        append(to, spread.input());
                    }
                }
                case Effect.Report report -> append(HOME, report.input());
                case Effect.Announce announce -> events.add(announce.event());
                default -> throw new AssertionError(effect);
            }
        }
    }
}
