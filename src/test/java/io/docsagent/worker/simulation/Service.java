package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The Agent Job Service with its own rolling limit, by the true time. */
final class Service {

    private final World world;
    private final int capacity;
    private final Duration period;
    private final Duration latest;
    private final Map<String, Deque<Instant>> counted = new HashMap<>();
    private final Map<String, RemoteJob> jobs = new HashMap<>();
    private final Consumer<Arrival> observer;
    private int key = 0;
    private Trouble trouble = Trouble.NONE;
    private int numbers;

    Service(World world, int capacity, Duration period, Duration latest, Consumer<Arrival> observer) {
        this.latest = latest;
        this.observer = observer;
        this.world = world;
        this.capacity = capacity;
        this.period = period;
    }

    /** What the service does instead of its work. */
    enum Trouble {
        NONE,
        FAILS,
        REDIRECTS,
        THROTTLES,
        IS_ANOTHER
    }

    /** A POST that reached the service; its answer may be lost after that. */
    static final class Arrival {
        final Instant at;
        final String projectId;
        final String prompt;
        final @Nullable String jobId;
        int status;
        boolean delivered;

        Arrival(Instant at, String projectId, String prompt, @Nullable String jobId) {
            this.at = at;
            this.projectId = projectId;
            this.prompt = prompt;
            this.jobId = jobId;
        }

        boolean isTaken() {
            return (status >= 200 && status < 300) || status >= 500;
        }
    }

    /** Its status and its body. */
    record Answer(int status, @Nullable String retryAfter, ObjectNode body) {}

    void has(Trouble next) {
        trouble = next;
    }

    void rotateKey() {
        key++;
    }

    /** How long after its client gave it up a request may still be read. */
    Duration latest() {
        return latest;
    }

    int key() {
        return key;
    }

    Answer post(Arrival arrival, int withKey) {
        Answer answer = answer(arrival, withKey);
        arrival.status = answer.status();
        observer.accept(arrival);
        world.note("service", () -> answer.status() + " to " + arrival.prompt + " of " + arrival.projectId);
        return answer;
    }

    private Answer answer(Arrival arrival, int withKey) {
        Deque<Instant> uses = counted.computeIfAbsent(arrival.projectId, none -> new ArrayDeque<>());
        while (!uses.isEmpty() && !uses.getFirst().plus(period).isAfter(world.now())) {
            uses.removeFirst();
        }
        switch (trouble) {
            case REDIRECTS -> {
                return error(302, "elsewhere");
            }
            case IS_ANOTHER -> {
                return new Answer(404, null, JsonNodeFactory.instance.objectNode());
            }
            case THROTTLES -> {
                return new Answer(429, "7", error(429, "too many").body());
            }
            case FAILS -> {
                uses.add(world.now());
                return error(500, "failed");
            }
            case NONE -> {}
        }
        if (withKey != key) {
            return error(401, "unknown key");
        }
        if (uses.size() >= capacity) {
            return new Answer(429, "30", error(429, "too many").body());
        }
        uses.add(world.now());
        if (arrival.prompt.contains("rejected")) {
            return error(422, "no");
        }
        if (arrival.jobId == null) {
            RemoteJob job = new RemoteJob("job-" + numbers++);
            jobs.put(job.id, job);
            job.work();
            return new Answer(201, null, job.body());
        }
        RemoteJob job = jobs.get(arrival.jobId);
        if (job == null) {
            return error(404, "no such job");
        }
        job.work();
        return new Answer(202, null, job.body());
    }

    Answer get(String jobId, int withKey) {
        if (withKey != key) {
            return error(401, "unknown key");
        }
        RemoteJob job = jobs.get(jobId);
        return job == null ? error(404, "no such job") : new Answer(200, null, job.body());
    }

    private static Answer error(int status, String message) {
        return new Answer(status, null, JsonNodeFactory.instance.objectNode().put("error", message));
    }

    /** A job, which ends some time after its last prompt, or never. */
    private final class RemoteJob {

        private final String id;
        private String status = "active";
        private @Nullable String prLink;
        private World.@Nullable Event end;

        RemoteJob(String id) {
            this.id = id;
        }

        void work() {
            status = "active";
            if (end != null) {
                end.cancel();
            }
            Duration takes = world.between(Duration.ofSeconds(5), Duration.ofMinutes(4));
            end = world.oneIn(50) ? null : world.in(takes, this::end);
        }

        private void end() {
            status = world.oneIn(5) ? "failed" : "completed";
            if (status.equals("completed")) {
                world.in(world.upTo(Duration.ofSeconds(20)), () -> prLink = "https://git.example.com/" + id);
            }
        }

        ObjectNode body() {
            ObjectNode body =
                    JsonNodeFactory.instance.objectNode().put("id", id).put("status", status);
            if (prLink != null) {
                body.put("prLink", Objects.requireNonNull(prLink));
            }
            return body;
        }
    }
}
