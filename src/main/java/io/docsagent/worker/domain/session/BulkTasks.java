package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Owns what concerns many commands and takes several decisions: followers of creates and reports of pull requests in
 * order, and then at most one that an operator asked for. Few are going on at once: each decision goes on with them first,
 * and adds one only where it has no room left.
 */
public final class BulkTasks {

    private final List<BulkTask> goingOn;

    BulkTasks(Project project) {
        this.goingOn = new ArrayList<>(project.bulkTasks());
    }

    public boolean areGoingOn() {
        return !goingOn.isEmpty();
    }

    /** What to go on with. */
    public Optional<BulkTask> first() {
        return goingOn.stream().findFirst();
    }

    /** Whether one that an operator asked for is going on. */
    public boolean isOperating() {
        return goingOn.stream().anyMatch(BulkTask.OfOperator.class::isInstance);
    }

    /** Later decisions go on with it; with what an operator asked for last, since that may have led to the others. */
    public void add(BulkTask task) {
        boolean isBeforeLast = isOperating() && !(task instanceof BulkTask.OfOperator);
        if (!goingOn.contains(task)) {
            goingOn.add(isBeforeLast ? goingOn.size() - 1 : goingOn.size(), task);
        }
    }

    public void isOver(BulkTask task) {
        goingOn.remove(task);
    }

    /** As far as it has gone. */
    public void goesOn(BulkTask before, BulkTask now) {
        goingOn.set(goingOn.indexOf(before), now);
    }

    List<BulkTask> all() {
        return goingOn;
    }
}
