package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.Nullable;

/**
 * The result of an agent's work.
 *
 * @param failure why it failed, or null if it succeeded
 * @param exitCode the exit code of a program that ended by itself
 */
public record AgentReport(
        String log, @Nullable String failure, @Nullable Integer exitCode) {

    public static AgentReport done(String log) {
        return new AgentReport(log, null, null);
    }

    public static AgentReport failed(String reason, String log) {
        return new AgentReport(log, reason, null);
    }

    /** The same output, of work that has failed for this reason. */
    public AgentReport failing(String reason) {
        return new AgentReport(log, reason, exitCode);
    }

    /** The same result with one more line in its log. */
    public AgentReport adding(String line) {
        String separator = log.isEmpty() || log.endsWith("\n") ? "" : "\n";
        return new AgentReport(log + separator + line + "\n", failure, exitCode);
    }
}
