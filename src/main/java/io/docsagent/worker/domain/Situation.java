package io.docsagent.worker.domain;

/**
 * What a decision looks at besides its input.
 *
 * @param partition what the project's partition holds in all
 */
public record Situation(Tables tables, Backlog backlog, Policy policy, Load partition) {}
