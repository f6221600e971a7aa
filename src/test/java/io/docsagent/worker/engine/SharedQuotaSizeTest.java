package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.FairShares;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Format;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is stored of publishers with the longest names is within the bounds that the topics are checked for. */
class SharedQuotaSizeTest {

    /** As shipped. */
    private static final int CAPACITY = 100;

    private static final String LONGEST = "p".repeat(63);
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void a_project_of_sixty_four_publishers_with_all_of_its_uses_noted() {
        WorkerProperties settings = Driven.settings(Map.of("docs-agent.publishers." + LONGEST + ".topic", "p"));
        var sizes = new RecordSizes(settings, new Policies(settings).all());
        var spent = new Use(NOW, LONGEST);
        Map<String, Use> unanswered = new HashMap<>();
        for (int i = 0; i < CAPACITY; i++) {
            unanswered.put("c".repeat(77) + i, spent);
        }
        var project = new Project(
                "p".repeat(128),
                new Project.Applied(Long.MAX_VALUE, NOW),
                new Project.Counts(Long.MAX_VALUE, 1, 1, 1, 1, 1, 1, 1, Long.MAX_VALUE),
                new Quota(0, Uses.of(Collections.nCopies(CAPACITY, spent)), unanswered),
                Map.of(),
                Hold.NONE,
                shares(),
                null,
                List.of(),
                0,
                List.of(),
                NOW + " " + Long.MAX_VALUE,
                activeJobs(),
                activeJobs());

        assertThat(Format.of(Project.class).write(project).length)
                .isLessThanOrEqualTo(
                        (int) (long) Objects.requireNonNull(sizes.stores().get(StoreNames.PROJECTS))
                                - (int) RecordSizes.FIXED
                                + 1_000);
    }

    private static Map<String, Integer> activeJobs() {
        Map<String, Integer> jobs = new HashMap<>();
        for (int i = 0; i < 64; i++) {
            jobs.put("p".repeat(61) + (10 + i), 50_000);
        }
        return jobs;
    }

    private static FairShares shares() {
        Map<Priority, Map<String, Long>> ahead = new HashMap<>();
        for (Priority priority : Priority.values()) {
            Map<String, Long> publishers = new HashMap<>();
            for (int i = 0; i < 64; i++) {
                publishers.put("p".repeat(61) + (10 + i), FairShares.cost(1));
            }
            ahead.put(priority, publishers);
        }
        return new FairShares(ahead);
    }
}
