package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.Nullable;

/**
 * What an agent says of its work.
 *
 * @param failure why it failed, or null where it did not
 * @param exitCode of the program, if it is one and has ended by itself
 */
public record AgentReport(
        String log, @Nullable String failure, @Nullable Integer exitCode) {

    public static AgentReport done(String log) {
        return new AgentReport(log, null, null);
    }

    public static AgentReport failed(String reason, String log) {
        return new AgentReport(log, reason, null);
    }

    /** The same with one more line in its log. */
    public AgentReport adding(String line) {
        String separator = log.isEmpty() || log.endsWith("\n") ? "" : "\n";
        return new AgentReport(log + separator + line + "\n", failure, exitCode);
    }
}
