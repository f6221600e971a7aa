package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The long form: faults one after another and two at a time, then a look at what the workers have kept. */
@EnabledIf("io.docsagent.worker.faults.Options#isLong")
class MixedFaultsIT {

    /** Longer than any fault keeps the second copy of a command from its worker: it would be a command of its own. */
    private static final String KEPT = "90s";

    private static final Duration TO_FORGET = Duration.ofMinutes(4);

    @Test
    void mixed() {
        SplittableRandom random = new SplittableRandom(Options.seed());
        long end = System.nanoTime() + Options.length().toNanos();
        try (Cluster cluster = new Cluster(
                "mixed", 1, 3, "docs-agent.dedupe.retention=" + KEPT, "docs-agent.jobs.retention=" + KEPT)) {
            cluster.compactSoon();
            inject(cluster, any(random), any(random));
            forgotten(cluster);
            Endurance first = Endurance.of(cluster);
            while (System.nanoTime() < end) {
                inject(cluster, any(random), any(random));
            }
            forgotten(cluster);
            Endurance last = Endurance.of(cluster);
            Results.note(
                    "worker-0, which is never killed, after the first mix: " + first + "; after the last: " + last);
            last.assertFlatSince(first);
            inject(cluster, InjectedFault.WORKERS_RESTARTED, InjectedFault.SERVICE_UNKNOWN);
        }
    }

    private static InjectedFault any(SplittableRandom random) {
        // These would restart the worker whose memory is watched.
        List<InjectedFault> milder = List.of(InjectedFault.values()).stream()
                .filter(fault -> fault != InjectedFault.WORKERS_RESTARTED && fault != InjectedFault.SERVICE_UNKNOWN)
                .toList();
        return milder.get(random.nextInt(milder.size()));
    }

    private static void inject(Cluster cluster, InjectedFault one, InjectedFault other) {
        cluster.run(one.title() + ", then " + other.title(), scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(8, 40);
            scenario.traffic().transactions(5);
            one.inject(cluster, scenario);
            other.inject(cluster, scenario);
            scenario.lasts(Duration.ofSeconds(2));
        });
    }

    /** A changelog's latest values are what the store holds; nothing of an ended command, nor its project, may be left. */
    private static void forgotten(Cluster cluster) {
        for (String store : Cluster.STORES) {
            Awaitility.await("the store " + store + " is empty")
                    .atMost(TO_FORGET)
                    .pollInterval(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(cluster.stored(store)).isEmpty());
        }
    }
}
