package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.http.HttpParts.Received;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The Agent Job Service: its limit and its clock, its keys and jobs, and what may be wrong with it. */
final class Service {

    /** How far a replica may be behind. */
    private static final Duration LATE = Duration.ofMinutes(2);

    private final World world;
    private final ServiceLimit.Kind limit;
    private final int capacity;
    private final Duration period;
    private final Duration straggler;
    private final Duration clockAhead;
    private final double clockDrift;
    private final boolean refusedCount;
    private final ServiceKeys keys = new ServiceKeys();
    private final Map<String, ServiceLimit> limits = new HashMap<>();
    private final TreeMap<String, ServiceJob> jobs = new TreeMap<>();
    private final Map<String, Known> answered = new HashMap<>();
    private final Set<String> slow = new HashSet<>();
    private @Nullable Trouble trouble;
    private boolean forbids = true;
    private int limited;

    /** @param straggler how long after its client gave it up a request may still be read */
    Service(World world, ServiceLimit.Kind limit, int capacity, Duration period, Duration straggler) {
        this.world = world;
        this.limit = limit;
        this.capacity = capacity;
        this.period = period;
        this.straggler = straggler;
        this.clockAhead = world.upTo(Duration.ofHours(3)).minus(Duration.ofHours(1));
        this.clockDrift = (world.random().nextDouble() - 0.5) / 5_000;
        this.refusedCount = world.oneIn(2);
    }

    /** What the service, or what is in front of it, does instead of its work, or in addition to it. */
    enum Trouble {
        FAILS,
        FAILS_AFTER_THE_WORK,
        IS_UNAVAILABLE,
        TIMES_OUT,
        REDIRECTS,
        THROTTLES,
        FORBIDS,
        IS_ANOTHER,
        SHOWS_JOBS_LATE,
        CANNOT_BE_READ
    }

    void has(@Nullable Trouble next) {
        trouble = next;
    }

    /** From now on no prompt is forbidden: as long as one is, and no other command comes, its project is held. */
    void forbidsNothing() {
        forbids = false;
    }

    /** Answers of this project take up to 25 s from now on, or not. */
    void slows(String project, boolean now) {
        if (now) {
            slow.add(project);
        } else {
            slow.remove(project);
        }
    }

    boolean isSlow(String project) {
        return slow.contains(project);
    }

    ServiceKeys keys() {
        return keys;
    }

    /** Its jobs by their ids. */
    Map<String, ServiceJob> jobs() {
        return jobs;
    }

    /** Uses that its own limit refused. */
    int limited() {
        return limited;
    }

    Duration straggler() {
        return straggler;
    }

    /** The time by the service's own clock. */
    Instant now() {
        Duration since = Duration.between(World.START, world.now());
        return world.now().plus(clockAhead).plusNanos((long) (since.toNanos() * clockDrift));
    }

    Received post(Post post, String bearer) {
        post.arrivedAt = now();
        Received reply = answer(post, bearer);
        post.status = reply.status();
        world.note("service", () -> reply.status() + " to " + post.prompt + " of " + post.projectId);
        return reply;
    }

    private Received answer(Post post, String bearer) {
        if (trouble == null) {
            return work(post, bearer);
        }
        return switch (trouble) {
            case FAILS -> {
                boolean unused = take(post.projectId);
                yield error(500, "failed");
            }
            case FAILS_AFTER_THE_WORK -> {
                Received unused = work(post, bearer);
                yield page(502);
            }
            case TIMES_OUT -> {
                if (world.oneIn(2)) {
                    Received unused = work(post, bearer);
                }
                yield error(408, "timed out");
            }
            case IS_UNAVAILABLE -> error(503, "come back later");
            case REDIRECTS -> page(302);
            case THROTTLES -> throttled(post);
            case FORBIDS -> error(403, "forbidden to " + bearer);
            case IS_ANOTHER -> {
                post.foreign = true;
                yield page(404);
            }
            case SHOWS_JOBS_LATE -> work(post, bearer);
            case CANNOT_BE_READ -> {
                Received done = work(post, bearer);
                post.foreign = done.status() < 300;
                yield done.status() < 300 ? page(done.status()) : done;
            }
        };
    }

    private Received throttled(Post post) {
        if (refusedCount) {
            boolean unused = take(post.projectId);
        }
        String retryAfter = switch (world.random().nextInt(4)) {
            case 0 -> null;
            case 1 -> "7";
            case 2 -> "soon";
            default -> httpDate(now().plusSeconds(11));
        };
        return new Received(429, retryAfter, httpDate(now()), "{\"error\":\"too many\"}", false);
    }

    private boolean take(String project) {
        boolean free = limits.computeIfAbsent(project, none -> limit.of(capacity, period))
                .take(now());
        limited += free ? 0 : 1;
        return free;
    }

    /** What was answered to the request of a name. */
    private record Known(Received reply, String takenBy) {}

    private Received work(Post post, String bearer) {
        if (!keys.isValid(post.projectId, bearer)) {
            return error(401, "the key " + bearer + " has expired");
        }
        String name = post.name == null ? null : post.projectId + "/" + post.name;
        Known known = name == null ? null : answered.get(name);
        if (known != null) {
            post.answeredAsBefore = true;
            post.takenBy = known.takenBy();
            return known.reply();
        }
        if (!take(post.projectId)) {
            return throttled(post);
        }
        if (post.prompt.contains("rejected")) {
            return error(422, "no");
        }
        if (forbids && post.prompt.contains("forbidden")) {
            return error(403, "not this prompt");
        }
        ServiceJob job = post.jobId == null ? created(post.projectId) : jobs.get(post.jobId);
        if (job == null || job.isLost() || !job.project().equals(post.projectId)) {
            return error(404, "no such job");
        }
        job.work(world);
        post.takenBy = job.id();
        Received reply = new Received(post.jobId == null ? 201 : 202, null, null, job.body(), false);
        if (name != null) {
            answered.put(name, new Known(reply, job.id()));
        }
        return reply;
    }

    private ServiceJob created(String project) {
        ServiceJob job = new ServiceJob("job-" + jobs.size(), project);
        jobs.put(job.id(), job);
        return job;
    }

    Received get(String project, String jobId, String bearer) {
        if (trouble == Trouble.REDIRECTS) {
            return page(302);
        }
        if (trouble == Trouble.THROTTLES) {
            return error(429, "too many");
        }
        boolean isLate = trouble == Trouble.SHOWS_JOBS_LATE;
        if (trouble != null && trouble != Trouble.CANNOT_BE_READ && !isLate) {
            return page(trouble == Trouble.IS_ANOTHER ? 404 : 503);
        }
        if (!keys.isValid(project, bearer)) {
            return error(401, "the key " + bearer + " has expired");
        }
        ServiceJob job = jobs.get(jobId);
        return job == null || job.isLost() || !job.project().equals(project)
                ? error(404, "no such job")
                : new Received(
                        200, null, null, isLate ? job.bodyAt(world.now().minus(world.upTo(LATE))) : job.body(), false);
    }

    /** Whether the job may change before it ends. */
    boolean mayGoOn(String jobId) {
        ServiceJob job = jobs.get(jobId);
        return job != null && job.status().equals(ServiceJob.PONDERING);
    }

    private static Received error(int status, String message) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("error", message);
        return new Received(status, null, null, body.toString(), false);
    }

    /** Of something that is no service of agents. */
    private static Received page(int status) {
        return new Received(status, null, null, "<html>Hello</html>", false);
    }

    private static String httpDate(Instant at) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(at.atOffset(ZoneOffset.UTC));
    }
}
