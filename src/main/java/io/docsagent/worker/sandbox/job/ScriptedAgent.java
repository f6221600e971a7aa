package io.docsagent.worker.sandbox.job;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** Simulates work: jobs end after a time, as the prompt's directives or the settings say. */
final class ScriptedAgent {

    private final JobSettings settings;
    private final SplittableRandom random;
    private final Map<String, Integer> pullRequests = new ConcurrentHashMap<>();

    ScriptedAgent(JobSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    /** Starts a job, or a follow-up message to the job that is given. */
    SimulatedJob start(String id, String projectId, String prompt, Instant at, @Nullable SimulatedJob before) {
        Script script = Script.of(prompt, settings.outcome(), duration());
        Instant endsAt = at.plus(script.takes());
        Instant linkAt = switch (script.outcome()) {
            case COMPLETED, ARCHIVED -> endsAt;
            case LATE_PR -> endsAt.plus(settings.prDelay());
            case NO_CHANGES, FAILED -> Instant.MAX;
        };
        String shown = before == null ? null : before.linkShown(at);
        // A job that gets a message before its link is shown keeps the number.
        String link = before == null ? null : before.link();
        if (link == null && linkAt.isBefore(Instant.MAX)) {
            link = nextLink(projectId);
        }
        Instant createdAt = before == null ? at : before.createdAt();
        return new SimulatedJob(id, projectId, createdAt, script, endsAt, shown, link, linkAt);
    }

    private synchronized Duration duration() {
        long least = settings.takes().toMillis();
        Duration most = settings.takesAtMost();
        return most == null ? settings.takes() : Duration.ofMillis(random.nextLong(least, most.toMillis() + 1));
    }

    private String nextLink(String projectId) {
        int number = pullRequests.merge(projectId, 1, Integer::sum);
        return "https://git.example/" + UriUtils.encode(projectId, StandardCharsets.UTF_8) + "/pull/" + number;
    }
}
