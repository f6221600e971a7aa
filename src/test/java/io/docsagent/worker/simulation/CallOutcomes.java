package io.docsagent.worker.simulation;

import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.simulation.Promises.Denial;
import java.time.Duration;
import java.time.Instant;

/** What instances say of calls is what they can know. */
record CallOutcomes(FinishedRun run) {

    /** An instance remembers for 15 minutes how a call ended. */
    private static final Duration REMEMBERED = Duration.ofMinutes(14);

    void check() {
        run.calls().all().forEach(this::deniedAfterItsDeadline);
        run.promises().denials().forEach(this::deniedByAnother);
    }

    /** Until then the gateway that has it may still send it. */
    private void deniedAfterItsDeadline(Called called) {
        Instant deadline = called.call.notAfter().plus(run.settings().api().responseTimeout());
        if (called.deniedAt != null && called.deniedAt.isBefore(deadline.minus(Events.MARGIN))) {
            run.promises().broken("given up before its deadline " + deadline + ": " + called.call);
        }
    }

    private void deniedByAnother(Denial denial) {
        Called called = run.calls().byId(denial.callId());
        if (called == null) {
            return;
        }
        boolean itself = run.promises().postsOf(called.command()).stream()
                .anyMatch(post -> post.by.equals(denial.instance())
                        && !post.sentAt.isBefore(called.madeAt)
                        && post.sentAt.isBefore(denial.at())
                        && post.sentAt.plus(REMEMBERED).isAfter(denial.at()));
        if (itself) {
            run.promises().broken("denied by the instance that sent it: " + called.call + ", " + denial);
        }
    }
}
