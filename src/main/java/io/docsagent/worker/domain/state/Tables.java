package io.docsagent.worker.domain.state;

/**
 * The durable state of a partition, under keys that begin with the project (see {@link Keys}), so that no value grows
 * with the backlog.
 */
public record Tables(Table<Project> projects, Table<QueuedCommand> queue, Table<Job> jobs, Table<Remembered> seen) {}
