package io.docsagent.worker.simulation;

import java.time.Duration;

/** Faults of machines, and what operators do to instances. */
final class InstanceFaults {

    private static final int STEPS = 20;
    private static final int REQUESTS = 4;
    private static final int LOOKUPS = 2;
    private static final Duration NOTICED = Duration.ofMinutes(3);

    /** Commands during a change of the release that another instance takes in than decides about them. */
    private static final int BY_ANOTHER_KEY = 20;

    private InstanceFaults() {}

    static void kill(FaultContext context, Instance one) {
        context.kill(one);
    }

    static void killInStep(FaultContext context, Instance one) {
        // It may never come to that step; only what is planned then disturbs.
        one.killInStep(context.upTo(STEPS), () -> {
            context.promises.disturbed(FaultContext.RESTART);
            context.startLater();
        });
    }

    static void killAll(FaultContext context, Instance one) {
        context.killAll();
    }

    static void freeze(FaultContext context, Instance one) {
        one.freeze(context.disturbedUpTo(context.world.oneIn(3) ? FaultContext.LONG : FaultContext.SHORT));
    }

    static void freezeInStep(FaultContext context, Instance one) {
        Duration how = longOrShort(context);
        one.freezeInStep(context.upTo(STEPS), () -> context.promises.disturbed(how), how);
    }

    static void freezeWhileSending(FaultContext context, Instance one) {
        context.publishers.flood("p0");
        Duration how = longOrShort(context);
        one.freezeWhileSending(context.upTo(REQUESTS), () -> context.promises.disturbed(how), how);
    }

    private static Duration longOrShort(FaultContext context) {
        return context.world.upTo(context.world.oneIn(2) ? FaultContext.LONG : FaultContext.SHORT);
    }

    static void freezeWhileLooking(FaultContext context, Instance one) {
        Duration how = context.world.between(Duration.ofSeconds(10), FaultContext.TROUBLE);
        one.freezeWhileLooking(context.upTo(LOOKUPS), () -> context.promises.disturbed(how), how);
    }

    static void wallClockJumps(FaultContext context, Instance one) {
        one.host().wallClockJumps(context.either(context.world.upTo(Duration.ofHours(2))));
        isSetRightLater(context, one);
    }

    static void wallClockDrifts(FaultContext context, Instance one) {
        one.host().wallClockDrifts((context.world.random().nextDouble() - 0.5) / 2);
        isSetRightLater(context, one);
    }

    private static void isSetRightLater(FaultContext context, Instance one) {
        context.world.in(context.disturbedUpTo(NOTICED), () -> one.host().wallClockJumps(Duration.ZERO));
    }

    static void rollForward(FaultContext context, Instance one) {
        roll(context, one, Release.NEXT);
    }

    static void rollBack(FaultContext context, Instance one) {
        roll(context, one, Release.THIS);
    }

    /** One instance gives way to one of that release, and so does each that is started from now on. */
    private static void roll(FaultContext context, Instance one, Release next) {
        for (int i = 0; i < BY_ANOTHER_KEY; i++) {
            context.after(FaultContext.TROUBLE, context.publishers::createByAnotherKey);
        }
        context.starts(next);
        context.kill(one);
    }

    static void settingsChange(FaultContext context, Instance one) {
        context.settings.changeQuota();
        context.living().forEach(each -> context.after(Duration.ofMinutes(1), () -> context.kill(each)));
    }
}
