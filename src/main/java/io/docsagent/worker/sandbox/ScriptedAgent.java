package io.docsagent.worker.sandbox;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An agent that does nothing but take its time and come out as the prompt's marks or the settings say. */
final class ScriptedAgent implements Agent {

    private final SandboxSettings.Jobs settings;
    private final SplittableRandom random;
    private final Map<String, Integer> pullRequests = new ConcurrentHashMap<>();

    ScriptedAgent(SandboxSettings.Jobs settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    @Override
    public Work take(Assignment assignment) {
        Script script = Script.of(assignment.prompt(), settings.outcome(), duration());
        Instant endsAt = assignment.at().plus(script.takes());
        Instant linkAt = switch (script.outcome()) {
            case COMPLETED, ARCHIVED -> endsAt;
            case LATE_PR -> endsAt.plus(settings.prDelay());
            case NO_CHANGES, FAILED -> Instant.MAX;
        };
        String shown = null;
        String link = null;
        if (assignment.before() instanceof ScriptedWork before) {
            shown = before.at(assignment.at()).prLink();
            // A job that is interrupted before its link is shown keeps the number.
            link = before.link();
        }
        if (link == null && linkAt.isBefore(Instant.MAX)) {
            link = nextLink(assignment.projectId());
        }
        return new ScriptedWork(script, endsAt, shown, link, linkAt);
    }

    private synchronized Duration duration() {
        long least = settings.takes().toMillis();
        Duration most = settings.takesAtMost();
        return most == null ? settings.takes() : Duration.ofMillis(random.nextLong(least, most.toMillis() + 1));
    }

    private String nextLink(String projectId) {
        int number = pullRequests.merge(projectId, 1, Integer::sum);
        String segment = URLEncoder.encode(projectId, StandardCharsets.UTF_8).replace("+", "%20");
        return "https://git.example/" + segment + "/pull/" + number;
    }

    /** Its state follows from the time alone, so that no timers are needed. */
    private record ScriptedWork(
            Script script,
            Instant endsAt,
            @Nullable String kept,
            @Nullable String link,
            Instant linkAt) implements Work {

        @Override
        public Progress at(Instant now) {
            String shown = now.isBefore(linkAt) ? kept : link;
            if (now.isBefore(endsAt)) {
                return new Progress(script.statusMeanwhile(), shown, null);
            }
            return switch (script.outcome()) {
                case COMPLETED, NO_CHANGES, LATE_PR -> new Progress("completed", shown, null);
                case FAILED -> new Progress("failed", shown, null);
                case ARCHIVED -> new Progress("archived", shown, endsAt);
            };
        }
    }
}
