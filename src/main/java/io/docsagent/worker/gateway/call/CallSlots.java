package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.breaker.Verdict;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that this instance is responsible for: those in flight, and those that wait for a slot, or for the breaker.
 *
 * <p>There are {@code maxInFlight} shared slots, and as many more for the first call of a project that has none in
 * flight. A call beyond the shared slots is therefore the only one of its project, so a project without a call in
 * flight finds a slot while fewer than {@code maxInFlight} projects have one, however slow the calls of those are.
 */
final class CallSlots {

    private final int maxInFlight;
    private final int maxWaiting;
    private final long maxWaitingBytes;
    private final ServiceBreaker breaker;

    private final Map<String, ProjectCalls> projects = new HashMap<>();
    private final SequencedSet<ProjectCalls> idle = new LinkedHashSet<>();
    private final SequencedSet<ProjectCalls> busy = new LinkedHashSet<>();
    private int inFlight;
    private int waiting;
    private long waitingBytes;

    /**
     * @param maxWaiting calls that may wait for a slot
     * @param maxWaitingBytes of their prompts in memory; a single one may be larger
     * @param breaker lets so many calls begin as the latest outcomes allow
     */
    CallSlots(int maxInFlight, int maxWaiting, long maxWaitingBytes, ServiceBreaker breaker) {
        this.maxInFlight = maxInFlight;
        this.maxWaiting = maxWaiting;
        this.maxWaitingBytes = maxWaitingBytes;
        this.breaker = breaker;
    }

    /** Reserves room for a call to wait in; false where too many wait already. */
    synchronized boolean reserve(GatewayRequest.Call call) {
        boolean fits = waiting == 0 || (waiting < maxWaiting && waitingBytes + sizeOf(call) <= maxWaitingBytes);
        if (fits) {
            waiting++;
            waitingBytes += sizeOf(call);
        }
        return fits;
    }

    /** Gives up the reservation of a call that is not processed, or needs no slot. */
    synchronized void cancel(GatewayRequest.Call call) {
        waiting--;
        waitingBytes -= sizeOf(call);
    }

    /** Queues a call that has a reservation. */
    synchronized void enqueue(GatewayRequest.Call call) {
        ProjectCalls project = projects.computeIfAbsent(call.projectId(), ProjectCalls::new);
        project.calls.add(call);
        sort(project);
    }

    /** A call that has a slot, and whether it begins. */
    record Taken(GatewayRequest.Call call, Verdict verdict) {}

    /** Takes a slot for the next call; null where no waiting call may have one. */
    synchronized @Nullable Taken next() {
        ProjectCalls project = nextProject();
        if (project == null) {
            return null;
        }
        idle.remove(project);
        busy.remove(project);
        GatewayRequest.Call call = project.calls.remove();
        cancel(call);
        inFlight++;
        project.inFlight++;
        Verdict verdict = breaker.begin(call.projectId());
        sort(project);
        return new Taken(call, verdict);
    }

    private @Nullable ProjectCalls nextProject() {
        if (!breaker.hasPlace()) {
            return breaker.hasPlaceForAnswered() ? nextAnswered() : null;
        }
        if (!idle.isEmpty() && inFlight < ApiSettings.mostInFlight(maxInFlight)) {
            return idle.getFirst();
        }
        return !busy.isEmpty() && inFlight < maxInFlight ? busy.getFirst() : null;
    }

    /** Calls that hang must not keep those waiting whom the service answers. */
    private @Nullable ProjectCalls nextAnswered() {
        return inFlight < ApiSettings.mostInFlight(maxInFlight)
                ? idle.stream()
                        .filter(project -> breaker.wasAnswered(project.projectId))
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /** Frees the slot of a call that has ended, or did not begin. */
    synchronized void release(Taken taken, Answer answer) {
        inFlight--;
        String projectId = taken.call().projectId();
        ProjectCalls project = projects.computeIfAbsent(projectId, ProjectCalls::new);
        if (taken.verdict() instanceof Verdict.Begun begun) {
            breaker.ended(projectId, begun, answer);
        }
        project.inFlight--;
        sort(project);
    }

    /** Removes the waiting calls that are too late to be sent. */
    synchronized List<GatewayRequest.Call> removeLate(Instant now) {
        return removeIf(call -> now.isAfter(call.notAfter()));
    }

    synchronized List<GatewayRequest.Call> removeAll() {
        return removeIf(call -> true);
    }

    private List<GatewayRequest.Call> removeIf(Predicate<GatewayRequest.Call> condition) {
        List<GatewayRequest.Call> removed = new ArrayList<>();
        for (ProjectCalls project : List.copyOf(projects.values())) {
            project.calls.stream().filter(condition).forEach(removed::add);
            project.calls.removeIf(condition);
            sort(project);
        }
        removed.forEach(this::cancel);
        return removed;
    }

    /** Moves a project whose call was taken behind the others; one that waits keeps its turn. */
    private void sort(ProjectCalls project) {
        boolean isIdle = project.inFlight == 0;
        (isIdle ? busy : idle).remove(project);
        // One that the breaker lets wait is sorted again when a call of it ends.
        if (!project.calls.isEmpty() && breaker.hasPlace(project.projectId)) {
            (isIdle ? idle : busy).add(project);
            return;
        }
        (isIdle ? idle : busy).remove(project);
        if (isIdle && project.calls.isEmpty()) {
            projects.remove(project.projectId);
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
    private static final class ProjectCalls {
        final String projectId;
        final Deque<GatewayRequest.Call> calls = new ArrayDeque<>();
        int inFlight;

        ProjectCalls(String projectId) {
            this.projectId = projectId;
        }
    }
}
