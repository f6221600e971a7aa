package io.docsagent.worker.sandbox.quota;

/** How the sandbox counts the uses of a project. */
public enum Limiter {
    ROLLING,
    FIXED_WINDOW,
    TOKEN_BUCKET
}
