package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.simulation.Calls.Called;
import java.util.Set;

/** What events say agrees with what the service did, and calls leave while they may. */
record Reports(FinishedRun run) {

    /** What the service gives for the command itself. */
    private static final Set<Integer> REFUSALS = Set.of(403, 422);

    /** What it gives, as a rule, for every command of a project, and {@code docs-agent.dispatch.max-refusals}. */
    private static final Set<Integer> HOLDS = Set.of(302, 401, 404);

    private static final int MOST_REFUSALS = 3;

    /** @param forgotten whether commands may be forgotten early */
    void check(boolean forgotten) {
        run.publishers().published().values().forEach(command -> {
            sentInTime(command);
            refusedByTheService(command);
            if (!forgotten) {
                acceptanceReported(command);
            }
        });
    }

    private void sentInTime(Published command) {
        for (Post post : run.promises().postsOf(command.id())) {
            boolean inTime = run.calls().of(command.id()).stream()
                    .anyMatch(called ->
                            !post.sentAt.isAfter(called.call.notAfter().plus(Events.MARGIN)));
            if (!inTime) {
                run.promises().broken("sent too late: " + post);
            }
        }
    }

    private void refusedByTheService(Published command) {
        for (Event end : run.events().endsOf(command.id())) {
            if (end.reason().equals("command_id_reused") && !run.publishers().isReused(command.id())) {
                run.promises().broken("not reused: " + end);
            }
            if (end.reason().equals("refused")
                    && run.promises().postsOf(command.id()).stream().noneMatch(Reports::isRefused)
                    && !isTakenForTheCause(command)) {
                run.promises().broken("not refused by the service: " + end);
            }
        }
    }

    /** Refused again and again, while others of its project were accepted: because of its key, or its address. */
    private boolean isTakenForTheCause(Published command) {
        return run.promises().postsOf(command.id()).stream()
                        .filter(post -> post.delivered && HOLDS.contains(post.status))
                        .count()
                >= MOST_REFUSALS;
    }

    private static boolean isRefused(Post post) {
        return post.delivered && (REFUSALS.contains(post.status) || (post.status == 404 && post.jobId != null));
    }

    /** However late the answer is, the job is known, while the command is remembered. */
    private void acceptanceReported(Published command) {
        boolean accepted = run.calls().of(command.id()).stream().anyMatch(this::isAcceptedWhileRemembered);
        if (accepted
                && run.events().endsOf(command.id()).stream()
                        .noneMatch(end -> end.type().startsWith("job."))) {
            run.promises().broken("accepted and not reported: " + command);
        }
    }

    private boolean isAcceptedWhileRemembered(Called called) {
        return called.acceptance != null
                && called.endedAt != null
                && called.acceptance
                        .at()
                        .isBefore(called.endedAt
                                .plus(run.settings().dedupe().retention())
                                .minus(Events.MARGIN));
    }
}
