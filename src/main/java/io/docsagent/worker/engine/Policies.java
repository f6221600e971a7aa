package io.docsagent.worker.engine;

import io.docsagent.worker.ProjectOverrides;
import io.docsagent.worker.PublisherSettings;
import io.docsagent.worker.PublisherSettings.ReserveFor;
import io.docsagent.worker.WorkerCannotStartException;
import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.WorkerProperties.Delivery;
import io.docsagent.worker.WorkerProperties.Refill;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.message.Publisher;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings as the domain's policies, for each project. */
public final class Policies {

    private static final Logger log = LoggerFactory.getLogger(Policies.class);

    private static final String CAPACITY = "docs-agent.quota.capacity";

    private final WorkerProperties settings;
    private final HeapLimits heap;
    private final Map<String, PublisherSettings> reserving = new HashMap<>();
    private final Policy common;
    private final Map<String, Policy> own = new ConcurrentHashMap<>();

    /** Those of projects that are closed to publishers with a reserve, by those publishers. */
    private final Map<Set<String>, Policy> closed = new ConcurrentHashMap<>();

    public Policies(WorkerProperties settings) {
        this(settings, HeapLimits.of(settings));
    }

    Policies(WorkerProperties settings, HeapLimits heap) {
        this.settings = settings;
        this.heap = heap;
        heap.check(settings);
        settings.publishers().forEach((name, publisher) -> {
            if (publisher.reserve() > 0) {
                reserving.put(name, publisher);
            }
        });
        this.common = policy(ProjectOverrides.NONE, sharing(Set.of()), CAPACITY);
        settings.projects().forEach((projectId, overrides) -> own.put(projectId, ownPolicy(projectId, overrides)));
        warnOfAssumption("docs-agent.quota.margin", settings.quota().margin());
        settings.projects()
                .forEach((projectId, overrides) -> warnOfAssumption(
                        "docs-agent.projects[" + projectId + "].quota.margin",
                        overrides.quota().margin()));
    }

    private void warnOfAssumption(String setting, @Nullable Duration margin) {
        if (margin != null && margin.compareTo(settings.clock().maxSkew().multipliedBy(2)) < 0) {
            log.warn(
                    "{}={} ms assumes that the brokers' clocks never differ by more than that from one another, while"
                            + " docs-agent.clock.max-skew={} ms lets them differ by twice as much as it says. Where"
                            + " that is not sure, unset the margin",
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
        Policy policy = own.get(projectId);
        if (policy != null) {
            return policy;
        }
        Set<String> without = closedTo(projectId);
        return without.isEmpty()
                ? common
                : closed.computeIfAbsent(
                        without, publishers -> policy(ProjectOverrides.NONE, sharing(publishers), CAPACITY));
    }

    /** Every policy that applies to some project, whatever of its quota is reserved. */
    Stream<Policy> all() {
        return Stream.concat(Stream.of(common), own.values().stream());
    }

    private Policy ownPolicy(String projectId, ProjectOverrides overrides) {
        String capacity = overrides.quota().capacity() == null
                ? CAPACITY
                : "docs-agent.projects[" + projectId + "].quota.capacity";
        return policy(overrides, sharing(closedTo(projectId)), capacity);
    }

    /** @param capacity the setting that its capacity comes from */
    private Policy policy(ProjectOverrides overrides, Sharing sharing, String capacity) {
        Policy.QuotaLimit quota = quota(overrides);
        if (sharing.reserved() >= quota.capacity()) {
            throw new WorkerCannotStartException("The settings docs-agent.publishers.<name>.reserve ("
                    + reserves(sharing) + ") keep " + sharing.reserved() + " uses of each period, and " + capacity
                    + "=" + quota.capacity() + " leaves none for other commands. Lower a reserve, or raise "
                    + capacity + " if the service allows more.");
        }
        return new Policy(quota, sharing, dispatching(overrides), queueing(overrides), remembering(), following());
    }

    private static String reserves(Sharing sharing) {
        return sharing.publishers().entrySet().stream()
                .filter(publisher -> publisher.getValue().reserve() > 0)
                .map(publisher ->
                        publisher.getKey() + ": " + publisher.getValue().reserve())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Those for whom nothing is to be reserved of the project's uses, since it is not open to them. */
    private Set<String> closedTo(String projectId) {
        return reserving.entrySet().stream()
                .filter(publisher -> !publisher.getValue().isOpen(projectId))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @param without publishers that have no reserve */
    private Sharing sharing(Set<String> without) {
        if (settings.publishers().isEmpty()) {
            return Sharing.EQUAL;
        }
        Map<String, Share> shares = new HashMap<>(Map.of(Publisher.DEFAULT, Share.USUAL));
        settings.publishers().forEach((name, publisher) -> shares.put(name, share(publisher, !without.contains(name))));
        return new Sharing(shares);
    }

    private static Share share(PublisherSettings publisher, boolean reserves) {
        return new Share(
                publisher.weight(),
                reserves ? publisher.reserve() : 0,
                publisher.reserveFor() == ReserveFor.MESSAGE,
                publisher.maxUses());
    }

    private Policy.QuotaLimit quota(ProjectOverrides overrides) {
        WorkerProperties.QuotaSettings base = settings.quota();
        ProjectOverrides.QuotaOverrides own = overrides.quota();
        Refill refill = or(own.refill(), base.refill());
        return new Policy.QuotaLimit(
                or(own.capacity(), base.capacity()),
                or(own.period(), base.period()),
                margin(own),
                refill == Refill.GREEDY ? Policy.Refill.GREEDY : Policy.Refill.ROLLING,
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
                or(own.maxRefusals(), base.maxRefusals()));
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

    private Policy.Following following() {
        return new Policy.Following(
                settings.poll().giveUpAfter(),
                settings.poll().prLinkGrace(),
                settings.jobs().retention(),
                settings.jobs().maxPerProject());
    }

    private static <T> T or(@Nullable T own, T common) {
        return own != null ? own : common;
    }
}
