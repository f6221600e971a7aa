package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Original;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import org.jspecify.annotations.Nullable;

/** Answers a record that ingress refused, and changes nothing: there may be any number of them. */
public final class Malformed {

    private Malformed() {}

    /** @param known the project; null where nothing is known of it */
    public static Decision answer(
            DecisionContext context, @Nullable Project known, Input.Refused refused, LogPosition position) {
        Project project = known == null ? Project.fresh(refused.projectId()) : known;
        ProjectSession session = new ProjectSession(context, project, position);
        switch (refused) {
            case Input.CommandRefused command -> {
                KnownCommand other = session.dedup().find(command.identity());
                Original original = other == null ? null : Repetition.original(session, command.commandId(), other);
                session.outbox().announce(Announcement.ofMalformed(command, original));
            }
            case Input.OperationRefused operation -> {
                // An operation is answered once; whoever waits for the first one must not take this answer for its own.
                boolean isKnown = session.dedup().hasOperated(Identity.ofOperation(operation.operationId()))
                        || (operation.projectId().equals(Operation.ALL_PROJECTS)
                                && context.installation().operations().containsKey(operation.operationId()));
                if (!isKnown) {
                    session.outbox().announce(Announcement.ofMalformed(operation));
                }
            }
        }
        return new Decision(Decision.NOTHING.changes(), session.outbox().effects(), Load.NONE, null);
    }
}
