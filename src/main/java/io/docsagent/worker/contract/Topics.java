package io.docsagent.worker.contract;

/**
 * The names of the topics.
 *
 * @param requests commands from the default publisher, any key, any number of partitions
 * @param inputs everything that can happen to a project, keyed by project; the broker's append time is the only clock
 * @param calls what the gateway is to do, keyed by project, with as many partitions as {@code inputs}
 * @param jobStatus events for subscribers, keyed by project
 * @param commands the state of every command, compacted, keyed by project and commandId; empty for none
 * @param requestsDlt what could not be accepted, byte for byte, with the reason in headers
 * @param operations what operators ask for, any key, any number of partitions
 * @param operationsDlt what of that could not be accepted
 * @param pullRequests what became of pull requests, any key, any number of partitions; empty for none
 */
public record Topics(
        String requests,
        String inputs,
        String calls,
        String jobStatus,
        String commands,
        String requestsDlt,
        String operations,
        String operationsDlt,
        String pullRequests) {

    /** Whether the state of every command is published. */
    public boolean publishesCommands() {
        return !commands.isBlank();
    }

    /** Whether it is reported what became of pull requests. */
    public boolean readsPullRequests() {
        return !pullRequests.isBlank();
    }

    /** What of {@code pullRequests} could not be accepted; empty for none. */
    public String pullRequestsDlt() {
        return readsPullRequests() ? pullRequests + "-dlt" : "";
    }
}
