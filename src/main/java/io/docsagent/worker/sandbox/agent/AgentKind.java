package io.docsagent.worker.sandbox.agent;

/** The agent that works on the jobs. */
public enum AgentKind {
    /** None: jobs are simulated, without repositories. */
    NOOP,
    /** A deterministic writer that understands simple requests. */
    WRITER,
    /** A program. */
    COMMAND
}
