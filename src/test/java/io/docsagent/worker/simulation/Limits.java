package io.docsagent.worker.simulation;

import io.docsagent.worker.WorkerProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What is stored is bounded by the settings, whatever is published: checked every minute. */
final class Limits {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final World world;
    private final Broker broker;
    private final Promises promises;
    private final Settings settings;

    Limits(World world, Broker broker, Promises promises, Settings settings) {
        this.world = world;
        this.broker = broker;
        this.promises = promises;
        this.settings = settings;
    }

    void watch() {
        world.in(INTERVAL, () -> {
            WorkerProperties now = settings.common();
            for (int partition = 0; partition < broker.partitions(); partition++) {
                check(partition, now);
            }
            watch();
        });
    }

    private void check(int partition, WorkerProperties now) {
        atMost(
                now.queue().maxProjectsPerPartition(),
                broker.changelog("projects", partition).size(),
                "projects of partition " + partition);
        int queued = now.queue().maxPerProject() + Settings.MOST_IN_FLIGHT;
        eachAtMost(queued, "queue", partition);
        eachAtMost(now.dedupe().maxPerProject(), "seen", partition);
        // What was admitted before the jobs were too many may lead to jobs as well.
        eachAtMost(now.jobs().maxPerProject() + queued, "jobs", partition);
    }

    /** Keys begin with their project. */
    private void eachAtMost(int most, String store, int partition) {
        Set<String> keys = broker.changelog(store, partition).keySet();
        if (keys.size() <= most) {
            return;
        }
        Map<String, Integer> ofProject = new HashMap<>();
        keys.forEach(key -> ofProject.merge(key.substring(0, key.indexOf('/')), 1, Integer::sum));
        ofProject.forEach((project, count) -> atMost(most, count, store + " of " + project));
    }

    private void atMost(int most, int found, String what) {
        if (found > most) {
            promises.broken("limits: " + found + " instead of " + most + " " + what);
        }
    }
}
