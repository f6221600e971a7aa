package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Input;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;

/**
 * Wakes projects when their key changes: those whose key the service last refused for a call of this instance, and
 * those that this instance decides for, whichever instance called. Key files change at different times on different
 * machines, so both are needed.
 */
final class HeldProjects implements ApiKeys.KeyListener {

    /** Beyond it the project held longest is dropped; it then waits for its next probe, ten minutes at most. */
    private static final int MAX_PROJECTS = 10_000;

    private final Outcomes outcomes;
    private final KeyHolds elsewhere;
    private final SequencedSet<String> held = new LinkedHashSet<>();
    private long keyChanges;

    HeldProjects(Outcomes outcomes, KeyHolds elsewhere) {
        this.outcomes = outcomes;
        this.elsewhere = elsewhere;
    }

    /** The number of key changes so far; a call reads it before it reads its key. */
    synchronized long keyChanges() {
        return keyChanges;
    }

    /**
     * Handles an answer that has been appended.
     *
     * @param changesBefore {@link #keyChanges()} before the call
     */
    void answered(String projectId, Answer answer, long changesBefore) {
        boolean refused = answer instanceof Answer.Unauthorized
                || answer instanceof Answer.Redirected
                || answer instanceof Answer.PaymentRequired;
        boolean overtaken;
        synchronized (this) {
            // The key may have changed while the call with the old one was in flight.
            overtaken = refused && keyChanges != changesBefore;
            if (refused) {
                hold(projectId);
            } else if (provesKey(answer)) {
                held.remove(projectId);
            }
        }
        if (overtaken) {
            wake(projectId);
        }
    }

    private void hold(String projectId) {
        held.remove(projectId);
        if (held.size() >= MAX_PROJECTS) {
            held.removeFirst();
        }
        held.add(projectId);
    }

    private static boolean provesKey(Answer answer) {
        return answer instanceof Answer.Accepted
                || answer instanceof Answer.Rejected
                || answer instanceof Answer.Throttled;
    }

    @Override
    public void sharedKeyChanged() {
        Set<String> all = new LinkedHashSet<>();
        synchronized (this) {
            keyChanges++;
            all.addAll(held);
        }
        all.addAll(elsewhere.projects());
        all.forEach(this::wake);
    }

    @Override
    public void projectKeyChanged(String projectId) {
        boolean isHeld;
        synchronized (this) {
            keyChanges++;
            isHeld = held.contains(projectId);
        }
        if (isHeld || elsewhere.projects().contains(projectId)) {
            wake(projectId);
        }
    }

    @Override
    public Collection<String> projectsOfInterest() {
        return elsewhere.projects();
    }

    private void wake(String projectId) {
        var unused = outcomes.append(new Input.WokeUp(projectId, Input.WokeUp.Cause.KEY_CHANGED));
    }
}
