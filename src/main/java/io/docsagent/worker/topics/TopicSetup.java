package io.docsagent.worker.topics;

import static io.docsagent.worker.topics.AdminCall.await;

import io.docsagent.worker.settings.TopicSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.topics.AdminCall.Result;
import io.docsagent.worker.topics.RecordSizes.Need;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics, never changes existing ones, and has them checked. */
final class TopicSetup {

    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);

    private static final DescribeTopicsOptions WITH_RIGHTS =
            new DescribeTopicsOptions().includeAuthorizedOperations(true);
    private static final Duration DESCRIBE_INTERVAL = Duration.ofMillis(50);

    private final TopicSettings settings;
    private final Collection<String> requests;
    private final RecordSizes sizes;
    private final String applicationId;
    private final @Nullable Instant spentUntil;
    private final WantedTopics wanted;

    /**
     * @param requests the topics of all publishers
     * @param applicationId of Kafka Streams, with which its own topics begin
     * @param spentUntil set by an operator who knows that the state is lost, and starts without it
     */
    TopicSetup(
            TopicSettings settings,
            Collection<String> requests,
            RecordSizes sizes,
            String applicationId,
            @Nullable Instant spentUntil) {
        this.settings = settings;
        this.requests = requests;
        this.sizes = sizes;
        this.applicationId = applicationId;
        this.spentUntil = spentUntil;
        this.wanted = new WantedTopics(settings, requests, sizes);
    }

    /**
     * Creates and checks.
     *
     * @throws WorkerCannotStartException with what to do, where the worker cannot run on the topics
     */
    Prepared prepare(Admin admin) {
        List<String> misfits = new ArrayList<>();
        TopicChecks checks = new TopicChecks(settings, requests, misfits);
        checks.requests(applicationId);
        refuse(misfits);
        create(admin, checks);
        Map<String, TopicDescription> found = describe(admin);
        Changelogs changelogs = Changelogs.read(admin, applicationId);
        checks.partitions(found, changelogs.partitions());
        checks.rights(found);
        refuse(misfits);
        List<Need> needs = sizes.needs(settings, applicationId).toList();
        TopicConfigs configs = configs(admin, readable(needs, found), found.keySet(), misfits);
        checks.appendTime(configs);
        checks.compaction(configs);
        needs.forEach(need -> checks.room(need, configs));
        refuse(misfits);
        refuseWithoutState(admin, changelogs);
        long deadLetters = Stream.of(
                        settings.requestsDlt(),
                        settings.operationsDlt(),
                        settings.names().pullRequestsDlt())
                .filter(topic -> !topic.isBlank())
                .mapToLong(configs::maxMessageBytes)
                .min()
                .orElseThrow();
        List<String> warnings = new ArrayList<>(InSyncReplicas.warnings(admin, found, configs));
        warnings.addAll(checks.compression(configs));
        if (spentUntil != null
                && spentUntil.isBefore(Instant.now())
                && changelogs.missing().isEmpty()) {
            warnings.add("docs-agent.quota.spent-until, " + spentUntil + ", has passed, and the worker has its state:"
                    + " remove the setting. While it is set, a worker whose state was deleted starts as if nothing had"
                    + " been sent");
        }
        return new Prepared((int) Math.min(deadLetters, RecordSizes.USUAL), warnings);
    }

    /**
     * What the worker runs on.
     *
     * @param deadLetterBytes the largest record that the dead letters take
     * @param warnings of topics that the worker can run on, but should not
     */
    record Prepared(int deadLetterBytes, List<String> warnings) {}

    /** Kafka Streams would create them again and go on without what was in them, as if nothing had been sent. */
    private void refuseWithoutState(Admin admin, Changelogs changelogs) {
        if (spentUntil != null || !changelogs.areLost(admin, applicationId)) {
            return;
        }
        throw new WorkerCannotStartException("Topics with the worker's state were deleted: " + changelogs.missing()
                + ". They hold queues (queue), uses of the quota and holds (projects), jobs (jobs), what was sent and must"
                + " not be sent again (seen), and what was read (positions). If there is a backup, restore it. To continue"
                + " without it, set docs-agent.quota.spent-until to the time of the last call that may have been made plus"
                + " docs-agent.quota.period, margin and straggler, and docs-agent.dispatch.start-held to review first what"
                + " would be sent.");
    }

    private static void refuse(List<String> misfits) {
        if (!misfits.isEmpty()) {
            throw new WorkerCannotStartException(String.join(System.lineSeparator(), misfits));
        }
    }

    private void create(Admin admin, TopicChecks checks) {
        Set<String> existing = await("list topics", admin.listTopics().names());
        List<NewTopic> missing = wanted.list().stream()
                .filter(topic -> !existing.contains(topic.name()))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        Map<String, String> inSync = InSyncReplicas.ofNewTopics(admin, applicationId, settings.replication());
        for (NewTopic topic : missing) {
            Map<String, String> all = new HashMap<>(inSync);
            all.putAll(Objects.requireNonNullElse(topic.configs(), Map.of()));
            topic.configs(all);
            switch (AdminCall.result(
                    "create topic " + topic.name(),
                    admin.createTopics(List.of(topic)).all())) {
                case Result.Done<Void> done ->
                    log.atInfo().addKeyValue("topic", topic.name()).log("Created a missing topic");
                case Result.Refused<Void> refused -> refused(topic, refused, checks);
            }
        }
    }

    private static void refused(NewTopic topic, Result.Refused<Void> refused, TopicChecks checks) {
        if (refused.cause() instanceof AuthorizationException) {
            throw new WorkerCannotStartException(
                    "The worker's Kafka user cannot see the topic " + topic.name()
                            + " and may not create it. Give it the right "
                            + checks.rights().get(topic.name())
                            + " on the existing topic, or CREATE.",
                    refused.cause());
        }
        // Another instance may have been faster.
        if (!(refused.cause() instanceof TopicExistsException)) {
            throw refused.asFailure();
        }
    }

    /** A topic that was just created is not yet known to every broker. */
    private Map<String, TopicDescription> describe(Admin admin) {
        Collection<String> names = wanted.list().stream().map(NewTopic::name).toList();
        long deadline = System.nanoTime() + AdminCall.TIMEOUT.toNanos();
        while (true) {
            switch (AdminCall.result(
                    "describe the topics",
                    admin.describeTopics(names, WITH_RIGHTS).allTopicNames())) {
                case Result.Done<Map<String, TopicDescription>> done -> {
                    return done.value();
                }
                case Result.Refused<Map<String, TopicDescription>> refused -> {
                    if (!(refused.cause() instanceof UnknownTopicOrPartitionException)
                            || System.nanoTime() > deadline) {
                        throw refused.asFailure();
                    }
                    LockSupport.parkNanos(DESCRIBE_INTERVAL.toNanos());
                }
            }
        }
    }

    /** What the worker writes to, and what else it may read the settings of: for topics that it only reads it need not. */
    private static List<String> readable(List<Need> needs, Map<String, TopicDescription> found) {
        return Stream.concat(
                        needs.stream().map(Need::topic),
                        found.values().stream()
                                .filter(topic -> topic.authorizedOperations().contains(AclOperation.DESCRIBE_CONFIGS))
                                .map(TopicDescription::name))
                .distinct()
                .toList();
    }

    /** Another broker answers this request, perhaps, and may know later of a topic that was just created. */
    private static TopicConfigs configs(Admin admin, List<String> topics, Set<String> existing, List<String> misfits) {
        Set<String> missing = new HashSet<>(topics);
        missing.retainAll(existing);
        long deadline = System.nanoTime() + AdminCall.TIMEOUT.toNanos();
        while (true) {
            TopicConfigs configs = TopicConfigs.read(admin, topics, misfits);
            refuse(misfits);
            missing.removeAll(configs.byTopic().keySet());
            if (missing.isEmpty()) {
                return configs;
            }
            if (System.nanoTime() > deadline) {
                throw new WorkerCannotStartException("A broker does not know the settings of " + missing
                        + " " + AdminCall.TIMEOUT.toSeconds()
                        + " s after another one knew the topics. Check that all brokers are up and in one cluster.");
            }
            LockSupport.parkNanos(DESCRIBE_INTERVAL.toNanos());
        }
    }
}
