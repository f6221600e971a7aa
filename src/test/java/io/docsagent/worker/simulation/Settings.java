package io.docsagent.worker.simulation;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.settings.PublisherSettings;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.testkit.Records;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What the operator has set: some of it for a whole run, some anew for each instance, and some changed by a fault. */
final class Settings {

    /** Of a run whose limits are so low that they are reached. */
    private static final int LOW = 8;

    /** Calls of one project: fewer than the largest quota allows, so that one limit does not stand in for the other. */
    static final int MOST_IN_FLIGHT = 5;

    private static final String DELIVERY = "docs-agent.delivery";

    private final World world;
    private final int projects;
    private final boolean low;
    private final boolean enoughSlots;
    private final Map<String, String> common = new HashMap<>();
    private @Nullable WorkerProperties bound;
    private boolean shortOfBytes;
    private boolean changed;

    /**
     * What is drawn at the start of a run.
     *
     * @param projects that there will be commands for
     */
    Settings(World world, int projects, Traffic traffic) {
        this.world = world;
        this.projects = projects;
        this.low = world.oneIn(4);
        this.enoughSlots = !world.oneIn(3);
        common.put("docs-agent.api.base-url", "http://localhost:1");
        common.put("docs-agent.api.key", "0123456789");
        common.put("docs-agent.requests.max-bytes", "4KB");
        common.put("docs-agent.dedupe.retention", world.oneIn(3) ? "10m" : "2h");
        common.put("docs-agent.queue.create-wait", (2 + world.random().nextInt(9)) + "m");
        common.put("docs-agent.jobs.retention", "2h");
        common.put("docs-agent.poll.give-up-after", "1h");
        common.put(
                "docs-agent.dispatch.max-in-flight-per-project",
                Integer.toString(1 + world.random().nextInt(MOST_IN_FLIGHT)));
        if (world.oneIn(3)) {
            common.put("docs-agent.api.not-taken-statuses", "503");
        }
        if (world.oneIn(3)) {
            common.put(DELIVERY, "at-least-once");
        }
        // By default it depends on the heap, and a run must depend on its seed alone.
        common.put("docs-agent.queue.max-bytes-per-partition", "128MB");
        common.put("docs-agent.queue.max-projects-per-partition", "20000");
        common.put("docs-agent.state.max-bytes-per-partition", "64MB");
        if (low) {
            lowLimits();
        }
        drawQuota();
        common.put("docs-agent.quota.straggler", (10 + world.random().nextInt(230)) + "s");
        if (traffic.publishers()) {
            drawPublishers();
        }
        if (traffic.continuations()) {
            drawLimitsOnJobs(traffic.source("limits on jobs"));
        }
        if (traffic.pullRequests()) {
            drawPullRequests(traffic.source("limits on pull requests"));
        }
        boolean repeats = common.containsKey(DELIVERY);
        if (repeats && traffic.names() && traffic.source("names").nextBoolean()) {
            common.put("docs-agent.api.idempotency-header", "Idempotency-Key");
            common.put("docs-agent.dispatch.max-attempts", "100");
        }
        // An operation is remembered for a while of its own, and nothing may be left in the end.
        common.put("docs-agent.operations.retention", "2h");
    }

    private void drawLimitsOnJobs(SplittableRandom random) {
        common.put("docs-agent.continue.max-age", "20m");
        common.put("docs-agent.continue.max-messages", Integer.toString(1 + random.nextInt(4)));
        if (random.nextBoolean()) {
            common.put("docs-agent.queue.max-active-jobs", Integer.toString(2 + random.nextInt(4)));
        }
    }

    private void drawPullRequests(SplittableRandom random) {
        common.put("docs-agent.topics.pull-requests", Broker.TOPICS.pullRequests());
        if (random.nextBoolean()) {
            common.put("docs-agent.queue.max-open-pull-requests", Integer.toString(1 + random.nextInt(3)));
        }
    }

    private void drawPublishers() {
        common.put("docs-agent.publishers.batch.topic", "docs-agent.requests.batch");
        common.put(
                "docs-agent.publishers.batch.max-uses",
                Integer.toString(1 + world.random().nextInt(2)));
        common.put("docs-agent.publishers.ci.topic", "docs-agent.requests.ci");
        common.put("docs-agent.publishers.ci.weight", "3");
    }

    /** The topics with commands, by their publishers. */
    SortedMap<String, String> topics() {
        SortedMap<String, String> topics = new TreeMap<>();
        topics.put(Publisher.DEFAULT, Broker.TOPICS.requests());
        common().publishers().forEach((name, settings) -> topics.put(name, Objects.requireNonNull(settings.topic())));
        return topics;
    }

    /** Uses of a period that a publisher may spend; null for all. */
    static @Nullable Integer budgetOf(String publisher, WorkerProperties settings) {
        PublisherSettings own = settings.publishers().get(publisher);
        return own == null ? null : own.maxUses();
    }

    private void lowLimits() {
        // Not all at once: one limit must not stand in for another.
        switch (world.random().nextInt(3)) {
            case 0 -> {
                common.put("docs-agent.queue.max-per-project", Integer.toString(LOW));
                common.put("docs-agent.queue.max-projects-per-partition", Integer.toString(LOW));
                common.put("docs-agent.state.max-bytes-per-partition", (2 * LOW) + "KB");
            }
            case 1 -> {
                shortOfBytes = true;
                common.put("docs-agent.queue.max-bytes-per-project", "5KB");
                common.put("docs-agent.queue.min-bytes-per-project", "4KB");
                common.put("docs-agent.queue.max-bytes-per-partition", "8KB");
            }
            default -> {
                common.put("docs-agent.dedupe.max-per-project", Integer.toString(2 * LOW));
                common.put("docs-agent.jobs.max-per-project", Integer.toString(LOW));
            }
        }
    }

    /** The operator changes how many uses there are, for instances that start from now on. */
    void changeQuota() {
        changed = true;
        drawQuota();
    }

    private void drawQuota() {
        bound = null;
        common.put(
                "docs-agent.quota.capacity", Integer.toString(2 + world.random().nextInt(6)));
        common.put("docs-agent.quota.period", (30 + world.random().nextInt(120)) + "s");
    }

    /** Whether limits are so low that commands are refused, and forgotten early, because of them. */
    boolean areLow() {
        return low;
    }

    /** Whether requests have names, of which the service takes each once. */
    boolean haveNames() {
        return common().api().idempotencyHeader() != null;
    }

    /** Whether commands are refused because of the bytes of those that are queued, and of no other limit. */
    boolean areShortOfBytes() {
        return shortOfBytes;
    }

    /** Whether no project waits for another one, nor a command for a job to end. */
    boolean allowIsolation() {
        return enoughSlots && !low && common().queue().maxActiveJobs() == null;
    }

    /** The settings of an instance that starts now. */
    WorkerProperties now(KeyFiles keys) {
        WorkerProperties common = common();
        // To bind the settings of each instance anew would take most of the time.
        ApiSettings api = Records.with(common.api(), "key", "");
        api = Records.with(api, "keyFile", keys.shared());
        api = Records.with(api, "keyDir", keys.own());
        api = Records.with(
                api,
                "maxInFlight",
                (enoughSlots ? projects : 0) + 1 + world.random().nextInt(20));
        return Records.with(common, "api", api);
    }

    /** Those that are the same for all instances that start now. */
    WorkerProperties common() {
        if (bound == null) {
            bound = new Binder(new MapConfigurationPropertySource(common))
                    .bind("docs-agent", WorkerProperties.class)
                    .get();
        }
        return bound;
    }

    /** How the service limits uses. */
    ServiceLimit.Kind serviceLimit() {
        return world.oneOf(ServiceLimit.Kind.values());
    }

    /** Whether the quota in force was never more than the service allows. */
    boolean mustNeverBeLimited() {
        return !changed;
    }
}
