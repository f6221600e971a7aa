package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Owns what concerns many commands and takes several decisions: followers of creates in order, and then at most one
 * that an operator asked for. Few are going on at once: each decision goes on with them first, and adds one only where
 * it has no room left.
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

    /** Later decisions go on with it, after the followers before it, and before an operator's, which may have led to it. */
    public void add(BulkTask.Followers followers) {
        if (!goingOn.contains(followers)) {
            goingOn.add(isOperating() ? goingOn.size() - 1 : goingOn.size(), followers);
        }
    }

    /** Later decisions go on with it, when all followers have gone where their creates went. */
    public void add(BulkTask.OfOperator task) {
        goingOn.add(task);
    }

    public void isOver(BulkTask task) {
        goingOn.remove(task);
    }

    /** As far as it has gone. */
    public void goesOn(BulkTask.OfOperator before, BulkTask.OfOperator now) {
        goingOn.set(goingOn.indexOf(before), now);
    }

    List<BulkTask> all() {
        return goingOn;
    }
}
