package io.docsagent.worker.engine;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.settings.ProjectOverrides;
import io.docsagent.worker.settings.PublisherSettings;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.settings.WorkerProperties.Delivery;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings as the domain's policies, for each project. */
public final class Policies {

    private static final Logger log = LoggerFactory.getLogger(Policies.class);

    private final WorkerProperties settings;
    private final HeapLimits heap;
    private final Policy common;
    private final Map<String, Policy> own = new HashMap<>();

    public Policies(WorkerProperties settings) {
        this(settings, HeapLimits.of(settings));
    }

    Policies(WorkerProperties settings, HeapLimits heap) {
        this.settings = settings;
        this.heap = heap;
        heap.check(settings);
        this.common = policy(ProjectOverrides.NONE);
        settings.projects().forEach((projectId, overrides) -> own.put(projectId, policy(overrides)));
        warnOfAssumption("docs-agent.quota.margin", settings.quota().margin());
        settings.projects()
                .forEach((projectId, overrides) -> warnOfAssumption(
                        "docs-agent.projects[" + projectId + "].quota.margin",
                        overrides.quota().margin()));
    }

    private void warnOfAssumption(String setting, @Nullable Duration margin) {
        if (margin != null && margin.compareTo(settings.clock().maxSkew().multipliedBy(2)) < 0) {
            log.warn(
                    "{}={} ms assumes that the brokers' clocks never differ from one another by more than that, but"
                            + " docs-agent.clock.max-skew={} ms lets them differ by twice its value. Unless you are"
                            + " certain, unset the margin",
                    setting,
                    margin.toMillis(),
                    settings.clock().maxSkew().toMillis());
        }
    }

    /** Of one partition. */
    int maxProjects() {
        return heap.projects(settings.queue().maxProjectsPerPartition());
    }

    public Policy of(String projectId) {
        return own.getOrDefault(projectId, common);
    }

    /** Every policy that applies to some project. */
    public Stream<Policy> all() {
        return Stream.concat(Stream.of(common), own.values().stream());
    }

    private Policy policy(ProjectOverrides overrides) {
        return new Policy(
                quota(overrides),
                sharing(),
                dispatching(overrides),
                queueing(overrides),
                remembering(),
                following(overrides));
    }

    private Sharing sharing() {
        if (settings.publishers().isEmpty()) {
            return Sharing.EQUAL;
        }
        Map<String, Share> shares = new HashMap<>(Map.of(Publisher.DEFAULT, Share.USUAL));
        settings.publishers()
                .forEach((name, publisher) -> shares.put(name, new Share(publisher.weight(), publisher.maxUses())));
        return new Sharing(shares);
    }

    private Policy.QuotaLimit quota(ProjectOverrides overrides) {
        WorkerProperties.QuotaSettings base = settings.quota();
        ProjectOverrides.QuotaOverrides own = overrides.quota();
        return new Policy.QuotaLimit(
                or(own.capacity(), base.capacity()),
                or(own.period(), base.period()),
                margin(own),
                or(own.straggler(), base.straggler()),
                base.spentUntil());
    }

    /** Two leaders may differ from each other by twice what each may differ from this instance's clock. */
    private Duration margin(ProjectOverrides.QuotaOverrides own) {
        Duration common =
                or(settings.quota().margin(), settings.clock().maxSkew().multipliedBy(2));
        return or(own.margin(), common);
    }

    private Policy.Dispatching dispatching(ProjectOverrides overrides) {
        WorkerProperties.DispatchSettings base = settings.dispatch();
        ProjectOverrides.DispatchOverrides own = overrides.dispatch();
        Delivery delivery = or(overrides.delivery(), settings.delivery());
        int attempts = or(own.maxAttempts(), base.maxAttempts());
        return new Policy.Dispatching(
                or(own.notAfter(), base.notAfter()),
                settings.api().responseTimeout(),
                or(own.maxInFlightPerProject(), base.maxInFlightPerProject()),
                delivery == Delivery.AT_LEAST_ONCE ? attempts : 1,
                or(own.maxRefusals(), base.maxRefusals()),
                settings.api().idempotencyHeader() != null,
                base.startHeld());
    }

    private Policy.Queueing queueing(ProjectOverrides overrides) {
        WorkerProperties.QueueSettings base = settings.queue();
        ProjectOverrides.QueueOverrides own = overrides.queue();
        return new Policy.Queueing(
                or(own.maxPerProject(), base.maxPerProject()),
                or(own.maxBytesPerProject(), base.maxBytesPerProject()).toBytes(),
                base.minBytesPerProject().toBytes(),
                heap.queueBytes(base.maxBytesPerPartition()),
                or(own.createWait(), base.createWait()),
                or(own.maxDelay(), base.maxDelay()),
                settings.requests().maxBytes().toBytes());
    }

    private Policy.Remembering remembering() {
        WorkerProperties.DedupeSettings dedupe = settings.dedupe();
        return new Policy.Remembering(
                dedupe.retention(),
                dedupe.maxPerProject(),
                heap.stateBytes(settings.state().maxBytesPerPartition()),
                settings.topics().names().publishesCommands(),
                settings.operations().retention());
    }

    private Policy.Following following(ProjectOverrides overrides) {
        return new Policy.Following(
                settings.poll().giveUpAfter(),
                settings.poll().prLinkGrace(),
                settings.jobs().retention(),
                settings.jobs().maxPerProject(),
                new Policy.Continuing(
                        settings.continuing().maxAge(), settings.continuing().maxMessages()),
                limit(
                        overrides.queue().maxActiveJobs(),
                        settings.queue().maxActiveJobs(),
                        PublisherSettings::maxActiveJobs),
                limit(
                        overrides.queue().maxOpenPullRequests(),
                        settings.queue().maxOpenPullRequests(),
                        PublisherSettings::maxOpenPullRequests));
    }

    private JobLimit limit(
            @Nullable Integer own,
            @Nullable Integer common,
            Function<PublisherSettings, @Nullable Integer> ofPublisher) {
        return new JobLimit(own != null ? own : common, ofPublishers(ofPublisher));
    }

    /** What is set for publishers, by name. */
    private Map<String, Integer> ofPublishers(Function<PublisherSettings, @Nullable Integer> setting) {
        Map<String, Integer> all = new HashMap<>();
        settings.publishers().forEach((name, publisher) -> {
            Integer own = setting.apply(publisher);
            if (own != null) {
                all.put(name, own);
            }
        });
        return all;
    }

    private static <T> T or(@Nullable T own, T common) {
        return own != null ? own : common;
    }
}
