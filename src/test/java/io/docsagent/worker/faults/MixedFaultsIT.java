package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The long form: mishaps one after another and two at a time, then a look at what the workers have kept. */
@EnabledIf("io.docsagent.worker.faults.Options#isLong")
class MixedFaultsIT {

    /** Longer than any fault keeps the second copy of a command from its worker: it would be a command of its own. */
    private static final String KEPT = "90s";

    private static final Duration TO_FORGET = Duration.ofMinutes(4);

    @Test
    void mixed() {
        SplittableRandom random = new SplittableRandom(Options.seed());
        long end = System.nanoTime() + Options.length().toNanos();
        try (Arena arena =
                new Arena("mixed", 1, 3, "docs-agent.dedupe.retention=" + KEPT, "docs-agent.jobs.retention=" + KEPT)) {
            arena.compactSoon();
            befall(arena, any(random), any(random));
            forgotten(arena);
            Endurance first = Endurance.of(arena);
            while (System.nanoTime() < end) {
                befall(arena, any(random), any(random));
            }
            forgotten(arena);
            Endurance last = Endurance.of(arena);
            Results.note(
                    "worker-0, which is never killed, after the first mix: " + first + "; after the last: " + last);
            last.assertFlatSince(first);
            befall(arena, Mishap.WORKERS_RESTARTED, Mishap.SERVICE_UNKNOWN);
        }
    }

    private static Mishap any(SplittableRandom random) {
        // These would restart the worker whose memory is watched.
        List<Mishap> milder = List.of(Mishap.values()).stream()
                .filter(mishap -> mishap != Mishap.WORKERS_RESTARTED && mishap != Mishap.SERVICE_UNKNOWN)
                .toList();
        return milder.get(random.nextInt(milder.size()));
    }

    private static void befall(Arena arena, Mishap one, Mishap other) {
        arena.run(one.title() + ", then " + other.title(), scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(8, 40);
            scenario.traffic().transactions(5);
            one.befall(arena, scenario);
            other.befall(arena, scenario);
            scenario.lasts(Duration.ofSeconds(2));
        });
    }

    /** A changelog's latest values are what the store holds; nothing of an ended command, nor its project, may be left. */
    private static void forgotten(Arena arena) {
        for (String store : Arena.STORES) {
            Awaitility.await("the store " + store + " is empty")
                    .atMost(TO_FORGET)
                    .pollInterval(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(arena.stored(store)).isEmpty());
        }
    }
}
