package io.docsagent.worker.simulation;

import java.util.function.BiConsumer;

/** The kinds of faults, each with what happens. */
enum FaultKind {
    KILL(InstanceFaults::kill),
    KILL_IN_STEP(InstanceFaults::killInStep),
    KILL_ALL(InstanceFaults::killAll),
    FREEZE(InstanceFaults::freeze),
    FREEZE_IN_STEP(InstanceFaults::freezeInStep),
    FREEZE_WHILE_SENDING(InstanceFaults::freezeWhileSending),
    CUT_OFF_WHILE_SENDING(KafkaFaults::cutOffWhileSending),
    CUT_OFF_FROM_KAFKA(KafkaFaults::cutOff),
    CUT_OFF_FROM_SERVICE(ServiceFaults::cutOff),
    INPUTS_NOT_TAKEN(KafkaFaults::inputsNotTaken),
    FREEZE_WHILE_LOOKING(InstanceFaults::freezeWhileLooking),
    SLOW_NETWORK(KafkaFaults::slowNetwork),
    LOSE_ANSWERS(ServiceFaults::loseAnswers),
    LOSE_LOOKUPS(ServiceFaults::loseLookups),
    WALL_CLOCK_JUMPS(InstanceFaults::wallClockJumps),
    WALL_CLOCK_DRIFTS(InstanceFaults::wallClockDrifts),
    LEADER_CHANGES(KafkaFaults::leaderChanges),
    GATEWAY_OFFSETS_LOST(KafkaFaults::gatewayOffsetsLost),
    STREAMS_OFFSETS_LOST(KafkaFaults::streamsOffsetsLost),
    READ_RECORDS_AND_OFFSETS_LOST(KafkaFaults::readRecordsAndOffsetsLost),
    GATEWAY_OFFSETS_TOO_SMALL(KafkaFaults::gatewayOffsetsTooSmall),
    UNREAD_CALLS_LOST(KafkaFaults::unreadCallsLost),
    ALL_CLOCKS_JUMP_AND_CALLS_LOST(KafkaFaults::allClocksJumpAndCallsLost),
    ROLL_FORWARD(InstanceFaults::rollForward),
    ROLL_BACK(InstanceFaults::rollBack),
    SHARED_KEY_ROTATES(ServiceFaults::sharedKeyRotates),
    OWN_KEY_ROTATES(ServiceFaults::ownKeyRotates),
    SERVICE_HAS_TROUBLE(ServiceFaults::trouble),
    SERVICE_IS_SLOW_FOR_A_PROJECT(ServiceFaults::slowForAProject),
    FLOOD(ServiceFaults::flood),
    SETTINGS_CHANGE(InstanceFaults::settingsChange);

    @SuppressWarnings("ImmutableEnumChecker") // A method, which keeps nothing.
    private final BiConsumer<FaultContext, Instance> course;

    FaultKind(BiConsumer<FaultContext, Instance> course) {
        this.course = course;
    }

    /** @param one instance that is alive; many kinds concern only that one */
    void happen(FaultContext context, Instance one) {
        course.accept(context, one);
    }
}
