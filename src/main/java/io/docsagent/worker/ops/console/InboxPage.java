package io.docsagent.worker.ops.console;

import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.ops.projects.ProjectListing;
import io.docsagent.worker.ops.projects.ProjectListing.UnknownOutcomes;
import io.docsagent.worker.ops.projects.ProjectSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What waits for an operator, with the command that ends each. */
record InboxPage(
        ProjectListing listing, List<HeldProject> holds, List<UnknownRow> unknown, List<DeadLetterCount> deadLetters) {

    static InboxPage of(ProjectListing listing, List<DeadLetterCount> deadLetters) {
        UnknownOutcomes outcomes = listing.unknown();
        return new InboxPage(
                listing,
                listing.projects().stream()
                        .filter(project -> project.held() != null || project.heldByOperator() != null)
                        .map(HeldProject::new)
                        .toList(),
                outcomes == null
                        ? List.of()
                        : outcomes.latest().stream().map(UnknownRow::new).toList(),
                deadLetters);
    }

    String title() {
        return "Inbox";
    }

    int unknownTotal() {
        return listing.unknown() == null ? 0 : listing.unknown().total();
    }

    /** False where an instance is missing. */
    boolean noneHeld() {
        return holds.isEmpty() && listing.unreachable().isEmpty();
    }

    /** False where those of an instance are missing. */
    boolean noneUnknown() {
        return unknown.isEmpty()
                && listing.unread().isEmpty()
                && listing.unreachable().isEmpty();
    }

    /** Null where not all projects are held. */
    @Nullable
    OperatorHold ofAll() {
        return listing.heldByOperator();
    }

    String resumeAll() {
        return OperatorCommand.resumeAll();
    }

    String listDeadLetters() {
        return OperatorCommand.listDeadLetters();
    }

    /** One that an operator or the service's answers hold. */
    record HeldProject(ProjectSummary project) {

        String link() {
            return Links.project(project.projectId());
        }

        List<Wait> waits() {
            return Wait.of(project);
        }

        List<String> commands() {
            return OperatorCommand.endingHolds(project);
        }
    }
}
