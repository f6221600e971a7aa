package io.docsagent.worker.harness;

import java.util.List;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Something that a Kafka user may do. */
public record Right(ResourcePattern resource, AclOperation operation) {

    /** The ends of the names of a worker's topics. */
    public static final List<String> TOPICS = List.of(
            "requests",
            "inputs",
            "calls",
            "job-status",
            "commands",
            "requests-dlt",
            "operations",
            "operations-dlt",
            "pull-requests",
            "pull-requests-dlt");

    /** Its own topics are read only where state is restored. */
    public boolean isNeededAtOnce() {
        return !(resource.patternType() == PatternType.PREFIXED && operation == AclOperation.READ);
    }

    /** All that a worker of the tests needs, whose names begin with the prefix. */
    public static List<Right> ofWorker(String prefix) {
        return ofWorker(prefix, prefix, prefix + "-gateway");
    }

    /** All that a worker needs; k8s/README.md and the KafkaUser of Strimzi list the same. */
    public static List<Right> ofWorker(String prefix, String applicationId, String gatewayGroup) {
        return List.of(
                topic(prefix + ".requests", AclOperation.READ),
                topic(prefix + ".inputs", AclOperation.READ),
                topic(prefix + ".inputs", AclOperation.WRITE),
                topic(prefix + ".inputs", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".calls", AclOperation.READ),
                topic(prefix + ".calls", AclOperation.WRITE),
                topic(prefix + ".calls", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".job-status", AclOperation.WRITE),
                topic(prefix + ".job-status", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".commands", AclOperation.WRITE),
                topic(prefix + ".commands", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".requests-dlt", AclOperation.WRITE),
                topic(prefix + ".requests-dlt", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".operations", AclOperation.READ),
                topic(prefix + ".operations-dlt", AclOperation.WRITE),
                topic(prefix + ".operations-dlt", AclOperation.DESCRIBE_CONFIGS),
                topic(prefix + ".pull-requests", AclOperation.READ),
                topic(prefix + ".pull-requests-dlt", AclOperation.WRITE),
                topic(prefix + ".pull-requests-dlt", AclOperation.DESCRIBE_CONFIGS),
                own(ResourceType.TOPIC, applicationId, AclOperation.CREATE),
                own(ResourceType.TOPIC, applicationId, AclOperation.READ),
                own(ResourceType.TOPIC, applicationId, AclOperation.WRITE),
                own(ResourceType.TOPIC, applicationId, AclOperation.DESCRIBE_CONFIGS),
                own(ResourceType.TRANSACTIONAL_ID, applicationId, AclOperation.WRITE),
                literal(ResourceType.GROUP, applicationId, AclOperation.READ),
                literal(ResourceType.GROUP, gatewayGroup, AclOperation.READ));
    }

    /** All that a publisher needs who waits for the ends of commands. */
    public static List<Right> ofClient(String prefix) {
        return List.of(
                topic(prefix + ".requests", AclOperation.WRITE),
                topic(prefix + ".commands", AclOperation.READ),
                topic(prefix + ".job-status", AclOperation.READ));
    }

    /** All that an operator needs who waits for answers, and looks at the state of commands. */
    public static List<Right> ofOperator(String prefix) {
        return List.of(
                topic(prefix + ".operations", AclOperation.WRITE),
                topic(prefix + ".job-status", AclOperation.READ),
                topic(prefix + ".commands", AclOperation.READ));
    }

    /** What the worker needs on the topic of a further publisher. */
    public static Right toRead(String publishersTopic) {
        return topic(publishersTopic, AclOperation.READ);
    }

    /** What making the topics needs on top. */
    public static List<Right> ofTopicMaker(String prefix) {
        return TOPICS.stream()
                .map(name -> topic(prefix + "." + name, AclOperation.CREATE))
                .toList();
    }

    private static Right topic(String name, AclOperation operation) {
        return literal(ResourceType.TOPIC, name, operation);
    }

    private static Right literal(ResourceType type, String name, AclOperation operation) {
        return new Right(new ResourcePattern(type, name, PatternType.LITERAL), operation);
    }

    /** On everything of Kafka Streams, whose names begin with the application id and a hyphen. */
    private static Right own(ResourceType type, String applicationId, AclOperation operation) {
        return new Right(new ResourcePattern(type, applicationId + "-", PatternType.PREFIXED), operation);
    }
}
