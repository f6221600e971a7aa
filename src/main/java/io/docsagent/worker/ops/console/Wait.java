package io.docsagent.worker.ops.console;

import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.ops.projects.HoldView;
import io.docsagent.worker.ops.projects.ProjectSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a project's commands wait, and until when.
 *
 * @param text of others, who may write anything; null for none
 * @param until the words before {@code at}
 * @param at null where nobody can tell
 */
record Wait(
        String why,
        @Nullable String text,
        String until,
        @Nullable Instant at) {

    /** What all of its commands wait for, the operator's hold first; empty where some may be sent. */
    static List<Wait> of(ProjectSummary project) {
        List<Wait> waits = new ArrayList<>();
        OperatorHold operator = project.heldByOperator();
        if (operator != null) {
            waits.add(of(operator));
        }
        HoldView held = project.held();
        if (held != null) {
            waits.add(new Wait(
                    "Held: " + held.reason(),
                    held.message(),
                    held.probing() ? "a probe is in flight" : "next probe at",
                    held.nextProbeAt()));
        }
        if (waits.isEmpty() && project.queue().length() > 0 && project.quota().left() == 0) {
            waits.add(new Wait(
                    "All uses are spent",
                    null,
                    "the next returns at",
                    project.quota().nextTokenAt()));
        }
        return waits;
    }

    private static Wait of(OperatorHold hold) {
        return new Wait(
                hold.ofAll() == null ? "Held by an operator" : "All projects are held by an operator",
                hold.cause(),
                hold.until() == null ? "until an operator resumes it" : "until",
                hold.until());
    }
}
