package io.docsagent.worker.ops.meters;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.ops.health.LastTime;
import io.docsagent.worker.wire.Answer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Counts and times what the service answers. */
public final class GatewayMeters implements GatewayObserver {

    private static final List<String> ANSWERS = List.of(
            "accepted",
            "rejected",
            "redirected",
            "unauthorized",
            "payment_required",
            "throttled",
            "not_sent",
            "unknown");

    private final MeterRegistry registry;
    private final LastTime lastCall;
    private final Counter withheld;
    private final Counter malformed;
    private final Counter appendFailures;

    public GatewayMeters(MeterRegistry registry) {
        this.registry = registry;
        this.lastCall = new LastTime(registry.config().clock()::monotonicTime);
        this.withheld = counter("docs.agent.withheld.calls", "Calls not made because their commit failed", "calls");
        this.malformed = counter(
                "docs.agent.malformed.gateway.requests",
                "Malformed records on the calls topic that were skipped",
                "requests");
        this.appendFailures = counter(
                "docs.agent.append.failures", "Failed appends to the inputs topic, which are retried", "failures");
        for (CallKind kind : CallKind.values()) {
            ANSWERS.forEach(answer -> calls(kind, answer));
        }
    }

    @Override
    public void answered(CallKind kind, Answer answer, Duration took) {
        calls(kind, label(answer)).record(took);
        lastCall.isNow();
    }

    /** When a call last ended. */
    public LastTime lastCall() {
        return lastCall;
    }

    @Override
    public void commitFailed(int calls) {
        withheld.increment(calls);
    }

    @Override
    public void recordMalformed() {
        malformed.increment();
    }

    @Override
    public void appendFailed() {
        appendFailures.increment();
    }

    private Timer calls(CallKind kind, String answer) {
        return Timer.builder("docs.agent.calls")
                .description("Duration of POSTs to the service, with their responses")
                .serviceLevelObjectives(HistogramBounds.CALLS)
                .tag("operation", kind.name().toLowerCase(Locale.ROOT))
                .tag("answer", answer)
                .register(registry);
    }

    private Counter counter(String name, String description, String unit) {
        return Counter.builder(name).description(description).baseUnit(unit).register(registry);
    }

    private static String label(Answer answer) {
        return switch (answer) {
            case Answer.Accepted accepted -> "accepted";
            case Answer.Rejected rejected -> "rejected";
            case Answer.Redirected redirected -> "redirected";
            case Answer.Unauthorized unauthorized -> "unauthorized";
            case Answer.PaymentRequired refused -> "payment_required";
            case Answer.Throttled throttled -> "throttled";
            case Answer.NotSent notSent -> "not_sent";
            case Answer.NoSlot noSlot -> "no_slot";
            case Answer.NotTaken notTaken -> "not_taken";
            case Answer.Unknown unknown -> "unknown";
            case Answer.InFlight inFlight -> "in_flight";
        };
    }
}
