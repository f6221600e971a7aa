package io.docsagent.worker.ops.console;

/** Says what a command waits for. */
final class WaitWords {

    private WaitWords() {}

    /** @param code of a wait reason; one of a later version stays as it is, and {@code none} is empty */
    static String of(String code) {
        return switch (code) {
            case "none" -> "";
            case "quota" -> "a use of the quota";
            case "throttled" -> "the service, which limits the project (429)";
            case "unauthorized" -> "the service, which refuses the key or the account";
            case "unreachable" -> "the service, which is failing";
            case "behind_job" -> "an earlier command of its job";
            case "scheduled" -> "its notBefore";
            case "quiet" -> "its quiet period";
            case "budget" -> "its publisher's budget";
            case "active_jobs" -> "another job of its project to end";
            case "open_pull_requests" -> "a pull request of its project to be merged or closed";
            case "operator" -> "an operator";
            case "in_flight_limit" -> "another call of its project to end";
            case "command" -> "the command that it cancels";
            default -> code;
        };
    }
}
