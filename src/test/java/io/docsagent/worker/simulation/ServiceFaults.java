package io.docsagent.worker.simulation;

import java.time.Duration;

/** Faults of the service and of the network to it, its keys, and more commands than it can take. */
final class ServiceFaults {

    private static final Duration SPREAD = Duration.ofMinutes(1);

    private ServiceFaults() {}

    static void cutOff(FaultContext context, Instance one) {
        one.service().cutOff(true);
        context.world.in(
                context.serviceDisturbedUpTo(FaultContext.TROUBLE),
                () -> one.service().cutOff(false));
    }

    static void loseAnswers(FaultContext context, Instance one) {
        context.publishers.messages("p0");
        context.publishers.flood("p0");
        one.service().loses(true);
        Duration how = context.world.upTo(FaultContext.TROUBLE);
        context.promises.answersDisturbed(how);
        context.world.in(how, () -> one.service().loses(false));
    }

    static void loseLookups(FaultContext context, Instance one) {
        one.service().losesLookups(true);
        Duration how = context.world.upTo(FaultContext.TROUBLE);
        context.promises.lookupsDisturbed(how);
        context.world.in(how, () -> one.service().losesLookups(false));
    }

    static void sharedKeyRotates(FaultContext context, Instance one) {
        context.service.keys().rotateShared();
        keysSpread(context);
    }

    static void ownKeyRotates(FaultContext context, Instance one) {
        context.service.keys().rotateOwn("p0");
        keysSpread(context);
    }

    /** Each instance gets the new keys some time later. */
    private static void keysSpread(FaultContext context) {
        context.promises.lookupsDisturbed(SPREAD);
        Duration longest = Duration.ZERO;
        for (Instance each : context.living()) {
            Duration later = context.world.upTo(SPREAD);
            longest = later.compareTo(longest) > 0 ? later : longest;
            context.world.in(later, () -> {
                if (!each.isDead()) {
                    each.gets(context.service.keys());
                }
            });
        }
        context.promises.keysDiffer(longest.plus(Instance.KEYS_COMPARED));
    }

    static void trouble(FaultContext context, Instance one) {
        World world = context.world;
        Duration most = world.oneIn(3) ? FaultContext.LONG : FaultContext.TROUBLE;
        Duration each = context.serviceDisturbedUpTo(most).dividedBy(2);
        context.service.has(world.oneOf(Service.Trouble.values()));
        world.in(each, () -> context.service.has(world.oneOf(Service.Trouble.values())));
        world.in(each.multipliedBy(2), () -> context.service.has(null));
    }

    static void slowForAProject(FaultContext context, Instance one) {
        context.service.slows("p0", true);
        context.publishers.flood("p0");
        context.promises.lookupsDisturbed(FaultContext.SLOW);
        context.world.in(FaultContext.SLOW, () -> context.service.slows("p0", false));
    }

    static void flood(FaultContext context, Instance one) {
        context.publishers.flood(
                context.world.oneIn(3) ? null : "p" + context.world.random().nextInt(2));
    }
}
