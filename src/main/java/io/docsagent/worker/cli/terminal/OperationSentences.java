package io.docsagent.worker.cli.terminal;

import io.docsagent.worker.contract.Operation;

/** Says what an operation did. */
public final class OperationSentences {

    private OperationSentences() {}

    /**
     * Of an operation that was carried out.
     *
     * @param affected how many commands it affected, as {@code operation.done} says
     * @param skipped how many it could not queue again
     */
    public static String done(Operation operation, int affected, int skipped) {
        String where = where(operation);
        return switch (operation.action()) {
            case Operation.Hold hold ->
                "Nothing is sent for " + where
                        + (hold.until() != null
                                ? " until " + hold.until()
                                : operation.isOfAll() ? " until they are resumed" : " until it is resumed")
                        + "; "
                        + waiting(affected) + ".";
            case Operation.Resume resume -> "The operator's hold of " + where + " is over; " + waiting(affected) + ".";
            case Operation.Probe probe -> "The next probe of " + where + " is sent now; " + waiting(affected) + ".";
            case Operation.Promote promote ->
                promote.commandId() + " will be sent next, after commands promoted earlier; the quota still applies.";
            case Operation.Release release ->
                "The next create of " + where + " with the key " + release.continueKey() + " starts a job.";
            case Operation.Cancel cancel ->
                "Cancelled " + cancel.commandId() + " of " + where
                        + (affected > 1 ? ", and " + commands(affected - 1) + " that waited for it." : ".");
            case Operation.ResolveTaken taken ->
                taken.commandId() + " of " + where + " became job " + taken.jobId() + ", which is now followed.";
            case Operation.ResolveNotTaken not ->
                not.commandId() + " of " + where + " was not taken: "
                        + (not.repeat() ? "it is queued again." : "it ended as rejected.");
            case Operation.CancelMany cancel -> "Cancelled " + commands(affected) + " of " + where + ".";
            case Operation.ResolveMany resolve ->
                "Resolved " + commands(affected) + " of " + where + " as not taken"
                        + (resolve.repeat() ? ", to be sent again" : "")
                        + (skipped == 0
                                ? "."
                                : "; " + commands(skipped) + " could not be queued again and "
                                        + (skipped == 1 ? "is" : "are") + " still unknown.");
        };
    }

    /** Of an operation that did nothing. */
    public static String refused(Operation operation, String code, String message) {
        return "The " + operation.action().code() + " of " + where(operation) + " was refused: " + code + ": "
                + message;
    }

    public static String where(Operation operation) {
        return operation.isOfAll() ? "all projects" : operation.projectId();
    }

    public static String commands(long number) {
        return number == 1 ? "1 command" : number + " commands";
    }

    static String waiting(long number) {
        return (number == 0 ? "no commands" : commands(number)) + (number == 1 ? " is waiting" : " are waiting");
    }

    public static String counts(long waiting, long inFlight, long unknown) {
        return waiting + " waiting, " + inFlight + " in flight, " + unknown + " unknown";
    }
}
