package io.docsagent.worker.cli;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Operation.Action;

/** Says what an operation did. */
final class OperationSentences {

    private OperationSentences() {}

    /**
     * Of an operation that was carried out.
     *
     * @param affected how many commands it affected, as {@code operation.done} says
     * @param skipped how many it could not queue again
     */
    static String done(Operation operation, int affected, int skipped) {
        String where = where(operation);
        return switch (operation.action()) {
            case Operation.Hold hold ->
                "Nothing is sent for " + where
                        + (hold.until() == null ? " until somebody resumes it" : " until " + hold.until()) + "; "
                        + waiting(affected) + ".";
            case Operation.Resume resume -> "The operator's hold of " + where + " is over; " + waiting(affected) + ".";
            case Operation.Probe probe -> "The next probe of " + where + " is sent now; " + waiting(affected) + ".";
            case Operation.Promote promote ->
                promote.commandId() + " is sent before all commands of " + where
                        + " that were not promoted earlier, within the quota.";
            case Operation.Cancel cancel ->
                "Cancelled " + cancel.commandId() + " of " + where
                        + (affected > 1 ? ", and " + commands(affected - 1) + " that waited for it." : ".");
            case Operation.ResolveTaken taken ->
                taken.commandId() + " of " + where + " became job " + taken.jobId() + ", which is followed now.";
            case Operation.ResolveNotTaken not ->
                not.commandId() + " of " + where + " was not taken: "
                        + (not.repeat() ? "it is queued again." : "it ended as rejected.");
            case Operation.CancelMany cancel -> "Cancelled " + commands(affected) + " of " + where + ".";
            case Operation.ResolveMany resolve ->
                "Resolved " + commands(affected) + " of " + where + " as not taken"
                        + (resolve.repeat() ? ", to be sent again" : "")
                        + (skipped == 0
                                ? "."
                                : "; " + commands(skipped) + " could not be queued again, still unknown.");
        };
    }

    /** Whether it is carried out in slices. */
    static boolean isOfMany(Action action) {
        return action instanceof Operation.CancelMany || action instanceof Operation.ResolveMany;
    }

    /** Of an operation that did nothing. */
    static String refused(Operation operation, String code, String message) {
        return "The " + operation.action().code() + " of " + where(operation) + " was refused: " + code + ": "
                + message;
    }

    static String where(Operation operation) {
        return operation.isOfAll() ? "all projects" : operation.projectId();
    }

    static String commands(long number) {
        return number == 1 ? "1 command" : number + " commands";
    }

    static String waiting(long number) {
        return number == 0 ? "no command waits" : number == 1 ? "1 command waits" : number + " commands wait";
    }
}
