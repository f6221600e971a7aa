package io.docsagent.worker.domain;

/**
 * What a decision looks at besides its input.
 *
 * @param partition what the project's partition holds in all
 * @param lacksRoomForProject whether the partition has no room for one project more, and this one would be that
 */
public record Situation(Tables tables, Backlog backlog, Policy policy, Load partition, boolean lacksRoomForProject) {}
