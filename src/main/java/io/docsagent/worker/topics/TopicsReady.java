package io.docsagent.worker.topics;

import java.util.Map;

/**
 * Says that the topics are there.
 *
 * @param deadLetterBytes the largest record that the dead letters take
 * @param changelogs with what Kafka Streams is to create its own topics
 */
public record TopicsReady(int deadLetterBytes, Map<String, String> changelogs) {}
