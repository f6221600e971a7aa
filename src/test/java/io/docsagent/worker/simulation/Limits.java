package io.docsagent.worker.simulation;

import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.settings.WorkerProperties.QueueSettings;
import io.docsagent.worker.wire.Format;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.util.unit.DataSize;

/** What is stored is bounded by the settings, whatever is published: checked every minute. */
final class Limits {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** A queued command of the simulation counts as fewer bytes than these. */
    private static final long MOST_BYTES = 8_000;

    private static final long USUAL_MARK_BYTES = 800;

    private static final Format<Remembered> MARKS = Format.of(Remembered.class);

    private static final Format<QueuedCommand> QUEUED = Format.of(QueuedCommand.class);

    private static final String DEPENDS_ON_HEAP = "by default it depends on the heap";

    /** Commands of a project that end in one decision. */
    private static final int MOST_AT_ONCE = 2;

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
                Objects.requireNonNull(now.queue().maxProjectsPerPartition(), DEPENDS_ON_HEAP),
                broker.changelog("projects", partition).size(),
                "projects of partition " + partition);
        int queued = now.queue().maxPerProject() + Settings.MOST_IN_FLIGHT;
        eachAtMost(queued, "queue", partition);
        bytes(now.queue(), partition);
        eachAtMost(now.dedupe().maxPerProject(), "seen", partition);
        remembered(now, partition);
        // What was admitted before the jobs were too many may lead to jobs as well.
        int pending = Math.min(queued, now.dedupe().maxPerProject());
        eachAtMost(now.jobs().maxPerProject() + pending, "jobs", partition);
    }

    /** Where the partition is full, what ends takes the place of another of its project, if the project has one. */
    private void remembered(WorkerProperties now, int partition) {
        DataSize most = Objects.requireNonNull(now.state().maxBytesPerPartition(), DEPENDS_ON_HEAP);
        Map<String, byte[]> seen = broker.changelog("seen", partition);
        if (seen.size() * USUAL_MARK_BYTES > most.toBytes() / 2) {
            long projects = broker.changelog("projects", partition).size();
            long bytes = seen.entrySet().stream()
                    .mapToLong(mark ->
                            MARKS.read(Release.NEXT.reads(mark.getValue())).bytes(Keys.projectOf(mark.getKey())))
                    .sum();
            atMost(
                    most.toBytes() + projects * MOST_AT_ONCE * USUAL_MARK_BYTES,
                    bytes,
                    "bytes of remembered commands of partition " + partition);
        }
    }

    private void eachAtMost(int most, String store, int partition) {
        if (broker.changelog(store, partition).size() > most) {
            ofProjects(store, partition).forEach((project, count) -> atMost(most, count, store + " of " + project));
        }
    }

    /** What a project has beyond the bytes that it has for certain is within the partition's. */
    private void bytes(QueueSettings queue, int partition) {
        DataSize most = Objects.requireNonNull(queue.maxBytesPerPartition(), DEPENDS_ON_HEAP);
        long shared = 0;
        for (var ofProject : queued(most, partition).entrySet()) {
            long bytes = ofProject.getValue();
            atMost(queue.maxBytesPerProject().toBytes(), bytes, "bytes queued of " + ofProject.getKey());
            shared += Math.max(0, bytes - queue.minBytesPerProject().toBytes());
        }
        atMost(most.toBytes(), shared, "bytes queued of partition " + partition);
    }

    /** The bytes of the commands of each project that wait; read only where they may be too many. In flight, one takes more. */
    private Map<String, Long> queued(DataSize most, int partition) {
        Map<String, Long> bytes = new HashMap<>();
        Map<String, byte[]> queue = broker.changelog("queue", partition);
        if (queue.size() * MOST_BYTES > most.toBytes()) {
            queue.forEach((key, stored) -> {
                QueuedCommand queued = QUEUED.read(Release.NEXT.reads(stored));
                if (queued.call() == null) {
                    bytes.merge(Keys.projectOf(key), queued.bytes(), Long::sum);
                }
            });
        }
        return bytes;
    }

    /** How many entries each project has: keys begin with their project. */
    private Map<String, Integer> ofProjects(String store, int partition) {
        Map<String, Integer> counts = new HashMap<>();
        broker.changelog(store, partition)
                .keySet()
                .forEach(key -> counts.merge(key.substring(0, key.indexOf('/')), 1, Integer::sum));
        return counts;
    }

    private void atMost(long most, long found, String what) {
        if (found > most) {
            promises.broken("limits: " + found + " instead of " + most + " " + what);
        }
    }
}
