package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens in whatever order: the bounds hold, and no watched job is forgotten. */
class PollScheduleHistoryTest {

    private static final int MAX = 7;
    private static final int MAX_PER_PROJECT = 3;
    private static final int PROJECTS = 5;
    private static final int JOBS = 12;
    private static final int PARTITIONS = 3;

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void random_history(long seed) {
        new History(seed).run();
    }

    @Test
    void the_same_seed_tells_the_same_history() {
        assertThat(new History(42).run()).isEqualTo(new History(42).run());
    }

    private static final class History {
        private final long seed;
        private final SplittableRandom random;
        private final Polls polls = new Polls(MAX, MAX_PER_PROJECT);
        private final List<Get> inFlight = new ArrayList<>();
        private final Map<String, WatchedJob> watched = new HashMap<>();
        private final Set<String> lookupCount = new HashSet<>();
        private int lookups;

        History(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        int run() {
            for (int step = 0; step < 2_000; step++) {
                this.step();
                beginDue();
            }
            everyWatchedJobIsLookedAt();
            polls.schedule.releaseAll(0);
            polls.schedule.releaseAll(1);
            polls.schedule.releaseAll(2);
            List.copyOf(inFlight).forEach(begun -> answer(begun, Polls.FAILED));
            assertThat(polls.schedule.counts()).as("seed %d", seed).isEqualTo(new PollCounts(0, 0, 0, 0));
            return lookups;
        }

        private void step() {
            int project = random.nextInt(PROJECTS);
            String projectId = "p" + project;
            String jobId = projectId + "-" + random.nextInt(JOBS);
            int partition = project % PARTITIONS;
            switch (random.nextInt(20)) {
                case 0, 1, 2 -> watch(partition, projectId, jobId);
                case 3 -> {
                    polls.schedule.release(partition, projectId, jobId);
                    watched.remove(jobId);
                }
                case 4 -> {
                    if (random.nextInt(20) == 0) {
                        polls.schedule.releaseAll(partition);
                        watched.values().removeIf(job -> partitionOf(job) == partition);
                    }
                }
                case 5, 6, 7, 8 -> polls.advance(Duration.ofMillis(random.nextInt(5_000)));
                default -> {
                    if (!inFlight.isEmpty()) {
                        answer(inFlight.get(random.nextInt(inFlight.size())), anyLook());
                    }
                }
            }
        }

        private void watch(int partition, String projectId, String jobId) {
            WatchedJob before = watched.get(jobId);
            int generation = (before == null ? 0 : before.generation()) + random.nextInt(2);
            WatchedJob job =
                    Polls.watched(projectId, jobId, generation, polls.instant().minusSeconds(random.nextInt(400)));
            polls.schedule.watch(polls.now, partition, job);
            watched.put(jobId, job);
        }

        private JobLookup anyLook() {
            return switch (random.nextInt(8)) {
                case 0 -> Polls.MISSING;
                case 1 -> random.nextInt(4) == 0 ? Polls.REFUSED : Polls.FAILED;
                case 2 -> Polls.seen("any", "completed");
                default -> Polls.seen("any", "active");
            };
        }

        private void answer(Get begun, JobLookup lookup) {
            inFlight.remove(begun);
            Finding finding = polls.answer(begun, lookup);
            WatchedJob job = watched.get(begun.jobId());
            if (finding.observation() != null) {
                assertThat(generation(job))
                        .as("seed %d", seed)
                        .isEqualTo(finding.observation().generation());
            }
        }

        private static @Nullable Integer generation(@Nullable WatchedJob job) {
            return job == null ? null : job.generation();
        }

        private void beginDue() {
            for (Get begun : polls.begin()) {
                inFlight.add(begun);
                lookupCount.add(begun.jobId());
                lookups++;
                assertThat(watched).as("seed %d", seed).containsKey(begun.jobId());
            }
            assertThat(inFlight).as("seed %d", seed).hasSizeLessThanOrEqualTo(MAX);
            assertThat(inFlight).as("seed %d", seed).extracting(Get::jobId).doesNotHaveDuplicates();
            Map<String, Integer> perProject = new HashMap<>();
            inFlight.forEach(begun -> perProject.merge(begun.projectId(), 1, Integer::sum));
            assertThat(perProject.values())
                    .as("seed %d", seed)
                    .allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(MAX_PER_PROJECT));
        }

        /** Backed off for at most 5.5 minutes, refused for at most one: from now on all goes well. */
        private void everyWatchedJobIsLookedAt() {
            lookupCount.clear();
            long end = polls.now + Duration.ofMinutes(10).toMillis();
            while (polls.now < end) {
                List.copyOf(inFlight).forEach(begun -> answer(begun, Polls.seen("any", "active")));
                polls.now = Math.min(end, Math.max(polls.now + 1, polls.schedule.nextAt(polls.now)));
                beginDue();
            }
            assertThat(lookupCount).as("seed %d", seed).containsAll(watched.keySet());
            assertThat(polls.schedule.counts().jobs()).as("seed %d", seed).isEqualTo(watched.size());
        }

        private static int partitionOf(WatchedJob job) {
            return Integer.parseInt(job.projectId().substring(1)) % PARTITIONS;
        }
    }
}
