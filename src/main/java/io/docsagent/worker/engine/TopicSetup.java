package io.docsagent.worker.engine;

import io.docsagent.worker.WorkerProperties.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** Makes the topics that are missing, never changes one that is there, and refuses those that do not fit. */
public final class TopicSetup {

    /** Four times Kafka's default: a dead letter keeps up to 1 MiB of value, and headers and key beside it. */
    public static final String MAX_MESSAGE_BYTES = "4194304";

    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);

    private static final DescribeTopicsOptions WITH_RIGHTS =
            new DescribeTopicsOptions().includeAuthorizedOperations(true);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** What a command gains on its way: its identity, a call's id, the JSON around them. */
    private static final int ENVELOPE_BYTES = 65_536;

    private final TopicSettings settings;
    private final long maxRequestBytes;

    public TopicSetup(TopicSettings settings, DataSize maxRequest) {
        this.settings = settings;
        this.maxRequestBytes = maxRequest.toBytes();
    }

    /**
     * Creates and checks.
     *
     * @return the largest record, in bytes, that the dead letters take
     * @throws TopicsDoNotFitException with what to do, where the worker cannot run on the topics
     */
    public int prepare(Admin admin) {
        create(admin);
        List<String> misfits = new ArrayList<>();
        Map<String, TopicDescription> found = describe(admin);
        checkPartitions(found, misfits);
        checkRights(found, misfits);
        if (!misfits.isEmpty()) {
            throw new TopicsDoNotFitException(String.join(System.lineSeparator(), misfits));
        }
        Map<String, Config> configs = configs(admin);
        checkAppendTime(configs, misfits);
        checkRoom(configs, misfits);
        if (!misfits.isEmpty()) {
            throw new TopicsDoNotFitException(String.join(System.lineSeparator(), misfits));
        }
        return (int) Math.min(maxMessageBytes(configs, settings.requestsDlt()), Long.parseLong(MAX_MESSAGE_BYTES));
    }

    private void create(Admin admin) {
        Set<String> existing = await("list topics", admin.listTopics().names());
        for (NewTopic topic : wanted()) {
            if (existing.contains(topic.name())) {
                continue;
            }
            try {
                await(
                        "create topic " + topic.name(),
                        admin.createTopics(List.of(topic)).all());
                log.atInfo().addKeyValue("topic", topic.name()).log("Created a topic that was missing");
            } catch (TopicsDoNotFitException e) {
                // Another replica may have been faster.
                if (e.getCause() instanceof TopicExistsException) {
                    continue;
                }
                throw e.getCause() instanceof AuthorizationException
                        ? new TopicsDoNotFitException(
                                "The worker's Kafka user sees no topic " + topic.name() + " and may not create it. Give"
                                        + " it the right " + rights().get(topic.name()) + " on the topic that is there,"
                                        + " or CREATE.",
                                e)
                        : e;
            }
        }
    }

    private List<NewTopic> wanted() {
        Map<String, String> large = Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, MAX_MESSAGE_BYTES);
        return List.of(
                topic(settings.requests()),
                topic(settings.inputs())
                        .configs(Map.of(
                                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                                "LogAppendTime",
                                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                MAX_MESSAGE_BYTES)),
                topic(settings.calls()).configs(large),
                topic(settings.jobStatus()),
                topic(settings.requestsDlt()).configs(large));
    }

    private NewTopic topic(String name) {
        short replication = settings.replication();
        return new NewTopic(
                name,
                Optional.of(settings.partitions()),
                replication == -1 ? Optional.empty() : Optional.of(replication));
    }

    /** A topic that was just created is not known to every broker at once. */
    private Map<String, TopicDescription> describe(Admin admin) {
        Collection<String> names = List.of(
                settings.requests(), settings.inputs(), settings.calls(), settings.jobStatus(), settings.requestsDlt());
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return await(
                        "describe the topics",
                        admin.describeTopics(names, WITH_RIGHTS).allTopicNames());
            } catch (TopicsDoNotFitException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        }
    }

    private void checkPartitions(Map<String, TopicDescription> found, List<String> misfits) {
        for (String name : List.of(settings.inputs(), settings.calls())) {
            int partitions =
                    Objects.requireNonNull(found.get(name)).partitions().size();
            if (partitions != settings.partitions()) {
                misfits.add("Topic " + name + " has " + partitions + " partitions, but docs-agent.topics.partitions is "
                        + settings.partitions() + ". Set docs-agent.topics.partitions to " + partitions
                        + "; a project's owner follows from it, so it never changes once the worker has run.");
            }
        }
    }

    /** Each missing one at once, rather than the first that something fails for. */
    private void checkRights(Map<String, TopicDescription> found, List<String> misfits) {
        rights().forEach((name, operations) -> {
            Set<AclOperation> given = Objects.requireNonNull(found.get(name)).authorizedOperations();
            operations.stream()
                    .filter(operation -> !given.contains(operation))
                    .forEach(operation -> misfits.add("The worker's Kafka user lacks the right " + operation
                            + " on topic " + name + ". Run: kafka-acls.sh --add --allow-principal User:... --topic "
                            + name + " --operation " + operation));
        });
    }

    private Map<String, List<AclOperation>> rights() {
        Map<String, List<AclOperation>> needed = new LinkedHashMap<>();
        needed.put(settings.requests(), List.of(AclOperation.READ));
        needed.put(settings.inputs(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.calls(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.jobStatus(), List.of(AclOperation.WRITE));
        needed.put(settings.requestsDlt(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        return needed;
    }

    private Map<String, Config> configs(Admin admin) {
        List<ConfigResource> topics = Stream.of(settings.inputs(), settings.calls(), settings.requestsDlt())
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        return await(
                        "read the settings of its topics",
                        admin.describeConfigs(topics).all())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
    }

    private void checkAppendTime(Map<String, Config> configs, List<String> misfits) {
        String type = value(configs, settings.inputs(), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
        if (!"LogAppendTime".equals(type)) {
            misfits.add("Topic " + settings.inputs() + " has message.timestamp.type=" + type
                    + ", but the worker's only clock is the broker's append time. Run: kafka-configs.sh --alter"
                    + " --topic " + settings.inputs() + " --add-config message.timestamp.type=LogAppendTime");
        }
    }

    /** A record that cannot be produced would stop the engine for good, so what ingress takes must always fit. */
    private void checkRoom(Map<String, Config> configs, List<String> misfits) {
        long needed = maxRequestBytes + ENVELOPE_BYTES;
        if (needed > Long.parseLong(MAX_MESSAGE_BYTES)) {
            misfits.add("docs-agent.requests.max-bytes must be at most "
                    + (Long.parseLong(MAX_MESSAGE_BYTES) - ENVELOPE_BYTES) + " bytes");
        }
        for (String name : List.of(settings.inputs(), settings.calls())) {
            if (maxMessageBytes(configs, name) < needed) {
                misfits.add("Topic " + name + " takes records of " + maxMessageBytes(configs, name)
                        + " bytes, but docs-agent.requests.max-bytes asks for " + needed
                        + ". Run: kafka-configs.sh --alter --topic " + name + " --add-config max.message.bytes="
                        + MAX_MESSAGE_BYTES);
            }
        }
    }

    private static long maxMessageBytes(Map<String, Config> configs, String topic) {
        return Long.parseLong(value(configs, topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
    }

    private static String value(Map<String, Config> configs, String topic, String name) {
        return Objects.requireNonNull(configs.get(topic)).get(name).value();
    }

    private static <T> T await(String what, KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new TopicsDoNotFitException(
                    "Kafka did not let the worker " + what + ": " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new TopicsDoNotFitException(
                    "Kafka did not answer within " + TIMEOUT.toSeconds() + " s when the worker wanted to " + what
                            + ". Check spring.kafka.bootstrap-servers (SPRING_KAFKA_BOOTSTRAP_SERVERS).",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicsDoNotFitException("Interrupted while the worker wanted to " + what, e);
        }
    }
}
