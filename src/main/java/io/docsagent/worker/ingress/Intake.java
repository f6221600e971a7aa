package io.docsagent.worker.ingress;

import java.util.function.Supplier;

/**
 * How the records of a topic are read that others write to.
 *
 * @param topicId reads the topic's id from Kafka; it changes when the topic is re-created
 */
public record Intake(RecordReader reader, Supplier<String> topicId) {}
