package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.Sweep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns what concerns many commands and takes several decisions: followers of creates in order, and then at most one
 * that an operator asked for. Few are going on at once: each decision goes on with them first, and adds one only where
 * it has no room left.
 */
public final class Sweeps {

    private final List<Sweep> goingOn;

    Sweeps(Project project) {
        this.goingOn = new ArrayList<>(project.sweeps());
    }

    public boolean areGoingOn() {
        return !goingOn.isEmpty();
    }

    /** What to go on with; null where nothing is going on. */
    public @Nullable Sweep first() {
        return goingOn.isEmpty() ? null : goingOn.getFirst();
    }

    /** Whether one that an operator asked for is going on. */
    public boolean isOperating() {
        return goingOn.stream().anyMatch(Sweep.OfOperator.class::isInstance);
    }

    /** Later decisions go on with it, after the followers before it, and before an operator's, which may have led to it. */
    public void add(Sweep.Followers followers) {
        if (!goingOn.contains(followers)) {
            goingOn.add(isOperating() ? goingOn.size() - 1 : goingOn.size(), followers);
        }
    }

    /** Later decisions go on with it, when all followers have gone where their creates went. */
    public void add(Sweep.OfOperator sweep) {
        goingOn.add(sweep);
    }

    public void isOver(Sweep sweep) {
        goingOn.remove(sweep);
    }

    /** As far as it has gone. */
    public void goesOn(Sweep.OfOperator before, Sweep.OfOperator now) {
        goingOn.set(goingOn.indexOf(before), now);
    }

    List<Sweep> all() {
        return goingOn;
    }
}
