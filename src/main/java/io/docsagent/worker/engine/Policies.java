package io.docsagent.worker.engine;

import io.docsagent.worker.ProjectOverrides;
import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.WorkerProperties.Delivery;
import io.docsagent.worker.WorkerProperties.Refill;
import io.docsagent.worker.domain.Policy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings as the domain wants them, for each project. */
public final class Policies {

    private final WorkerProperties settings;
    private final Policy common;
    private final Map<String, Policy> own = new ConcurrentHashMap<>();

    public Policies(WorkerProperties settings) {
        this.settings = settings;
        this.common = policy(null);
        settings.projects().forEach((projectId, overrides) -> own.put(projectId, policy(overrides)));
    }

    /** Of one partition. */
    int maxProjects() {
        return settings.queue().maxProjectsPerPartition();
    }

    public Policy of(String projectId) {
        return own.getOrDefault(projectId, common);
    }

    /** Every one that applies to some project. */
    Stream<Policy> all() {
        return Stream.concat(Stream.of(common), own.values().stream());
    }

    private Policy policy(@Nullable ProjectOverrides overrides) {
        return new Policy(quota(overrides), dispatching(overrides), queueing(overrides), remembering(), following());
    }

    private Policy.QuotaLimit quota(@Nullable ProjectOverrides overrides) {
        WorkerProperties.QuotaSettings base = settings.quota();
        ProjectOverrides.Quota own = overrides == null ? null : overrides.quota();
        Refill refill = own == null ? base.refill() : or(own.refill(), base.refill());
        return new Policy.QuotaLimit(
                own == null ? base.capacity() : or(own.capacity(), base.capacity()),
                own == null ? base.period() : or(own.period(), base.period()),
                own == null ? base.margin() : or(own.margin(), base.margin()),
                refill == Refill.GREEDY ? Policy.Refill.GREEDY : Policy.Refill.ROLLING,
                own == null ? base.straggler() : or(own.straggler(), base.straggler()),
                base.spentUntil());
    }

    private Policy.Dispatching dispatching(@Nullable ProjectOverrides overrides) {
        WorkerProperties.DispatchSettings base = settings.dispatch();
        ProjectOverrides.Dispatch own = overrides == null ? null : overrides.dispatch();
        Delivery delivery = overrides == null ? settings.delivery() : or(overrides.delivery(), settings.delivery());
        int attempts = own == null ? base.maxAttempts() : or(own.maxAttempts(), base.maxAttempts());
        return new Policy.Dispatching(
                own == null ? base.notAfter() : or(own.notAfter(), base.notAfter()),
                settings.api().responseTimeout(),
                own == null
                        ? base.maxInFlightPerProject()
                        : or(own.maxInFlightPerProject(), base.maxInFlightPerProject()),
                delivery == Delivery.AT_LEAST_ONCE ? attempts : 1,
                own == null ? base.maxRefusals() : or(own.maxRefusals(), base.maxRefusals()));
    }

    private Policy.Queueing queueing(@Nullable ProjectOverrides overrides) {
        WorkerProperties.QueueSettings base = settings.queue();
        ProjectOverrides.Queue own = overrides == null ? null : overrides.queue();
        return new Policy.Queueing(
                own == null ? base.maxPerProject() : or(own.maxPerProject(), base.maxPerProject()),
                (own == null ? base.maxBytesPerProject() : or(own.maxBytesPerProject(), base.maxBytesPerProject()))
                        .toBytes(),
                base.minBytesPerProject().toBytes(),
                base.maxBytesPerPartition().toBytes(),
                own == null ? base.createWait() : or(own.createWait(), base.createWait()));
    }

    private Policy.Remembering remembering() {
        WorkerProperties.DedupeSettings dedupe = settings.dedupe();
        return new Policy.Remembering(dedupe.retention(), dedupe.maxPerProject(), dedupe.maxPerPartition());
    }

    private Policy.Following following() {
        return new Policy.Following(
                settings.poll().giveUpAfter(),
                settings.poll().prLinkGrace(),
                settings.jobs().retention(),
                settings.jobs().maxPerProject(),
                settings.jobs().maxPerPartition());
    }

    private static <T> T or(@Nullable T own, T common) {
        return own != null ? own : common;
    }
}
