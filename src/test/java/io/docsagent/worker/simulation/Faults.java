package io.docsagent.worker.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Faults of brokers, machines, networks, operators, publishers and the service, drawn from the seed. */
final class Faults {

    /** Those that concern one project, of which no other may notice anything. */
    static final FaultKind[] OF_ONE_PROJECT = {
        FaultKind.OWN_KEY_ROTATES, FaultKind.SERVICE_IS_SLOW_FOR_A_PROJECT, FaultKind.FLOOD
    };

    /** Those that concern any. */
    static final FaultKind[] OF_ANY = ofAny();

    private final FaultContext context;
    private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);

    Faults(FaultContext context) {
        this.context = context;
    }

    /** More often come those that are of many kinds, or that must meet a rare moment. */
    private static FaultKind[] ofAny() {
        List<FaultKind> drawn = new ArrayList<>(List.of(FaultKind.values()));
        drawn.addAll(Collections.nCopies(3, FaultKind.SERVICE_HAS_TROUBLE));
        drawn.addAll(Collections.nCopies(2, FaultKind.CUT_OFF_WHILE_SENDING));
        drawn.add(FaultKind.FREEZE_WHILE_LOOKING);
        return drawn.toArray(FaultKind[]::new);
    }

    /** How often each kind happened. */
    Map<FaultKind, Integer> counts() {
        return counts;
    }

    boolean happened(FaultKind kind) {
        return counts.containsKey(kind);
    }

    void happen(FaultKind kind) {
        List<Instance> all = context.living();
        if (all.isEmpty()) {
            return;
        }
        counts.merge(kind, 1, Integer::sum);
        context.world.note("fault", kind::toString);
        kind.happen(context, all.get(context.world.random().nextInt(all.size())));
    }

    /** What the operator starts at present. */
    Release release() {
        return context.release();
    }

    /** From now on the service works and the newest release runs; machines and networks recover within 15 minutes. */
    void end() {
        context.world.note("fault", () -> "no new ones from now on");
        context.service.has(null);
        context.service.forbidsNothing();
        context.service.slows("p0", false);
        context.starts(context.newest());
        context.living().stream()
                .filter(instance -> instance.release() != context.newest())
                .forEach(context::kill);
    }
}
