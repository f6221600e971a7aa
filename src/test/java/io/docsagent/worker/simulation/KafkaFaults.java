package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.List;

/** Faults of brokers, of the network to them, and of operators who delete records and offsets. */
final class KafkaFaults {

    /** How far the clocks of leaders may be from the true time, as the default settings allow. */
    private static final Duration LEADERS_SKEW = Duration.ofMillis(4_900);

    /** How often leaders change, where they do. */
    private static final int LEADERS = 10;

    private static final int REQUESTS = 4;

    private KafkaFaults() {}

    static void cutOff(FaultContext context, Instance one) {
        one.cutOffFromKafka(context.disturbedUpTo(context.world.oneIn(3) ? FaultContext.LONG : FaultContext.SHORT));
    }

    /** For about as long as a call may last, so that its answer comes late. */
    static void cutOffWhileSending(FaultContext context, Instance one) {
        context.publishers.flood("p0");
        Duration how = context.world.between(Duration.ofSeconds(60), Duration.ofSeconds(120));
        one.cutOffWhileSending(context.upTo(REQUESTS), () -> context.promises.disturbed(how), how);
    }

    static void slowNetwork(FaultContext context, Instance one) {
        one.link().slow(Duration.ofSeconds(2));
        context.world.in(
                context.disturbedUpTo(FaultContext.TROUBLE), () -> one.link().slow(Duration.ofMillis(5)));
    }

    static void inputsNotTaken(FaultContext context, Instance one) {
        context.publishers.flood("p0");
        one.inputs().fail(true);
        context.world.in(
                context.disturbedUpTo(FaultContext.SLOW), () -> one.inputs().fail(false));
    }

    static void leaderChanges(FaultContext context, Instance one) {
        leaderChanges(context);
        for (int again = 1; again < LEADERS; again++) {
            context.after(Duration.ofMinutes(5), () -> leaderChanges(context));
        }
    }

    private static void leaderChanges(FaultContext context) {
        context.promises.disturbed(Duration.ZERO);
        LogPartition partition = context.world.oneIn(2)
                ? context.broker.anyPartition()
                : context.broker.anyPartitionOf(Broker.TOPICS.inputs());
        partition.leaderChanges(context.either(context.world.upTo(LEADERS_SKEW)));
    }

    static void gatewayOffsetsLost(FaultContext context, Instance one) {
        context.killAll();
        context.broker.gateways().forgetOffsets();
    }

    static void gatewayOffsetsTooSmall(FaultContext context, Instance one) {
        context.publishers.flood("p0");
        context.after(Duration.ofSeconds(5), () -> {
            context.killAll();
            context.broker.deletesWhatWasRead();
            context.broker.gateways().setBackOffsets();
        });
    }

    static void streamsOffsetsLost(FaultContext context, Instance one) {
        context.killAll();
        context.broker.streams().forgetOffsets();
    }

    static void readRecordsAndOffsetsLost(FaultContext context, Instance one) {
        context.killAll();
        context.broker.deletesWhatWasRead();
        context.broker.gateways().forgetOffsets();
        context.broker.streams().forgetOffsets();
    }

    static void unreadCallsLost(FaultContext context, Instance one) {
        context.promises.disturbed(Duration.ZERO);
        context.broker.deletesCalls();
    }

    /** Calls are decided, and nobody reads them. */
    static void allClocksJumpAndCallsLost(FaultContext context, Instance one) {
        context.publishers.flood("p0");
        List<Instance> all = context.living();
        all.forEach(each -> each.host().wallClockJumps(Duration.ofHours(1)));
        Duration how = context.world.between(Duration.ofSeconds(90), FaultContext.SLOW);
        context.promises.disturbed(how);
        context.world.in(how, () -> {
            context.broker.deletesAllCalls();
            all.forEach(each -> each.host().wallClockJumps(Duration.ZERO));
        });
    }
}
