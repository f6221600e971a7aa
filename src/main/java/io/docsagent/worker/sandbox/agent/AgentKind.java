package io.docsagent.worker.sandbox.agent;

/** Who works on the jobs. */
public enum AgentKind {
    /** Nobody: jobs end after their time, without repositories. */
    NOOP,
    /** A deterministic writer that understands simple requests. */
    WRITER,
    /** A program. */
    COMMAND
}
