package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Owns the hold of a project that an operator wants, of this one alone or of all. */
public final class OperatorHolds {

    /** The code of such a hold in events; part of the contract. */
    private static final String CODE = "operator";

    private final Scope scope;
    private final @Nullable OperatorHold ofAll;
    private @Nullable OperatorHold hold;
    private List<String> resumedFrom;

    /** @param ofAll the hold that all projects are under; null for none */
    OperatorHolds(Project project, Scope scope, @Nullable OperatorHold ofAll) {
        this.scope = scope;
        this.ofAll = ofAll;
        this.hold = project.operatorHold();
        this.resumedFrom = project.resumedFrom();
    }

    @Nullable
    OperatorHold hold() {
        return hold;
    }

    /** The names of the holds of all projects that an operator last ended for this one. */
    List<String> resumedFrom() {
        return resumedFrom;
    }

    boolean isHeld() {
        return hold != null;
    }

    /** When the hold ends by itself; null where it does not, and where there is none. */
    public @Nullable Instant end() {
        return hold == null ? null : hold.until();
    }

    /** An operator holds the project, perhaps in the place of an earlier such hold. */
    public void heldBy(Operation operation, Operation.Hold asked) {
        hold(OperatorHold.of(operation, asked, scope.now()));
    }

    /** An operator ends the hold of the project, that of all projects included; false where there is none. */
    public boolean resumedBy(Operation operation) {
        if (hold == null && !isUnderHoldOfAll()) {
            return false;
        }
        if (ofAll != null) {
            // That of the start is under any other one, and would hold the project once that has ended.
            String start = scope.policy().dispatching().startHeld();
            resumedFrom = Stream.of(ofAll.ofAll(), start)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
        }
        resume(operation.cause());
        return true;
    }

    /** The time of the hold may be over, or that of all projects may have ended or been replaced. */
    public void timePasses() {
        if (hold == null) {
            return;
        }
        if (hold.isOver(scope.now())) {
            resume("the hold by " + hold.by() + " has expired");
        } else if (hold.isOfAllBut(ofAll)) {
            if (ofAll == null) {
                resume("the hold on all projects ended");
            } else {
                hold(ofAll);
            }
        }
    }

    /** Something waits: it is held where all projects are, until an operator resumes this one. */
    public void somethingWaits() {
        if (hold == null && ofAll != null && isUnderHoldOfAll()) {
            hold(ofAll);
        }
    }

    private boolean isUnderHoldOfAll() {
        return ofAll != null && !resumedFrom.contains(ofAll.ofAll());
    }

    private void hold(OperatorHold by) {
        hold = by;
        scope.outbox().announce(Announcement.ofHold(reason(by.cause()), by.until()));
    }

    private void resume(String message) {
        hold = null;
        scope.outbox().announce(Announcement.ofProject(StatusEvent.Type.PROJECT_RESUMED, reason(message)));
    }

    private static StatusEvent.Reason reason(String message) {
        return new StatusEvent.Reason(CODE, message, null);
    }
}
