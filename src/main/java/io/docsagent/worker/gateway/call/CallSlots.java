package io.docsagent.worker.gateway.call;

import io.docsagent.worker.ApiSettings;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that this instance has taken over: those in flight, and those that wait for a place.
 *
 * <p>There are {@code maxInFlight} places for all, and as many more for the first call of a project that has none under
 * way. A call beyond the first bound is the only one of its project that is, so a project without a call in flight
 * finds a place while fewer than {@code maxInFlight} projects have one, however slow theirs are.
 */
final class CallSlots {

    private final int maxInFlight;
    private final int maxWaiting;
    private final long maxWaitingBytes;

    private final Map<String, Line> lines = new HashMap<>();
    private final SequencedSet<Line> withoutCalls = new LinkedHashSet<>();
    private final SequencedSet<Line> withCalls = new LinkedHashSet<>();
    private int inFlight;
    private int waiting;
    private long waitingBytes;

    /**
     * @param maxWaiting calls that may wait for a place
     * @param maxWaitingBytes of their prompts in memory; one alone may be larger
     */
    CallSlots(int maxInFlight, int maxWaiting, long maxWaitingBytes) {
        this.maxInFlight = maxInFlight;
        this.maxWaiting = maxWaiting;
        this.maxWaitingBytes = maxWaitingBytes;
    }

    /** Makes room for a call that is about to be taken over; false where too many wait already. */
    synchronized boolean reserve(GatewayRequest.Call call) {
        boolean fits = waiting == 0 || (waiting < maxWaiting && waitingBytes + sizeOf(call) <= maxWaitingBytes);
        if (fits) {
            waiting++;
            waitingBytes += sizeOf(call);
        }
        return fits;
    }

    /** The call was not taken over, or needs no place. */
    synchronized void cancel(GatewayRequest.Call call) {
        waiting--;
        waitingBytes -= sizeOf(call);
    }

    /** A call with a reservation waits for its place from now on. */
    synchronized void await(GatewayRequest.Call call) {
        Line line = lines.computeIfAbsent(call.projectId(), Line::new);
        line.calls.add(call);
        sort(line);
    }

    /** Gives the next call its place; null where none waits that may have one. */
    synchronized GatewayRequest.@Nullable Call next() {
        Line line = nextLine();
        if (line == null) {
            return null;
        }
        withoutCalls.remove(line);
        withCalls.remove(line);
        GatewayRequest.Call call = line.calls.remove();
        cancel(call);
        inFlight++;
        line.inFlight++;
        sort(line);
        return call;
    }

    private @Nullable Line nextLine() {
        if (!withoutCalls.isEmpty() && inFlight < ApiSettings.mostInFlight(maxInFlight)) {
            return withoutCalls.getFirst();
        }
        return !withCalls.isEmpty() && inFlight < maxInFlight ? withCalls.getFirst() : null;
    }

    /** A call that had a place has ended. */
    synchronized void leave(GatewayRequest.Call call) {
        inFlight--;
        Line line = lines.computeIfAbsent(call.projectId(), Line::new);
        line.inFlight--;
        sort(line);
    }

    /** Takes out the calls that it became too late to send while they waited. */
    synchronized List<GatewayRequest.Call> removeLate(Instant now) {
        return removeIf(call -> now.isAfter(call.notAfter()));
    }

    synchronized List<GatewayRequest.Call> removeAll() {
        return removeIf(call -> true);
    }

    private List<GatewayRequest.Call> removeIf(Predicate<GatewayRequest.Call> condition) {
        List<GatewayRequest.Call> removed = new ArrayList<>();
        for (Collection<Line> queue : List.of(List.copyOf(withoutCalls), List.copyOf(withCalls))) {
            for (Line line : queue) {
                line.calls.stream().filter(condition).forEach(removed::add);
                line.calls.removeIf(condition);
                sort(line);
            }
        }
        removed.forEach(this::cancel);
        return removed;
    }

    /** A project that is served goes behind the others; one that waits keeps its turn. */
    private void sort(Line line) {
        boolean idle = line.inFlight == 0;
        (idle ? withCalls : withoutCalls).remove(line);
        if (!line.calls.isEmpty()) {
            (idle ? withoutCalls : withCalls).add(line);
            return;
        }
        (idle ? withoutCalls : withCalls).remove(line);
        if (idle) {
            lines.remove(line.projectId);
        }
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized int waiting() {
        return waiting;
    }

    /** At most two bytes for a character. */
    private static long sizeOf(GatewayRequest.Call call) {
        return 2L * call.prompt().length();
    }

    /** One project's calls. */
    private static final class Line {
        final String projectId;
        final Deque<GatewayRequest.Call> calls = new ArrayDeque<>();
        int inFlight;

        Line(String projectId) {
            this.projectId = projectId;
        }
    }
}
