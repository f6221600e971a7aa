package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A job at the service, which ends some time after its last prompt, late, or never, or is lost. */
final class ServiceJob {

    private final String id;
    private final String project;
    private String status = "active";
    private @Nullable String prLink;
    private World.@Nullable Event next;
    private @Nullable Instant endedAt;
    private @Nullable Instant lostAt;

    ServiceJob(String id, String project) {
        this.id = id;
        this.project = project;
    }

    String id() {
        return id;
    }

    String project() {
        return project;
    }

    String status() {
        return status;
    }

    @Nullable
    String prLink() {
        return prLink;
    }

    /** The service answers 404 about it. */
    boolean isLost() {
        return lostAt != null;
    }

    /** When it was lost, by the true time; null while it is not. */
    @Nullable
    Instant lostAt() {
        return lostAt;
    }

    /** When it ended, by the true time; null while it has not. */
    @Nullable
    Instant endedAt() {
        return endedAt;
    }

    /** Begins, or goes on, with a prompt. */
    void work(World world) {
        status = world.oneIn(10) ? "pondering" : "active";
        endedAt = null;
        if (next != null) {
            next.cancel();
        }
        Duration takes = world.oneIn(20)
                ? world.upTo(Duration.ofMinutes(50))
                : world.between(Duration.ofSeconds(5), Duration.ofMinutes(4));
        next = switch (world.random().nextInt(60)) {
            case 0 -> null;
            case 1 -> world.in(takes, () -> lostAt = world.now());
            default -> world.in(takes, () -> end(world));
        };
    }

    private void end(World world) {
        status = world.oneIn(5) ? "failed" : world.oneIn(20) ? "archived" : "completed";
        endedAt = world.now();
        if (status.equals("completed") && !world.oneIn(5)) {
            next = world.in(world.upTo(Duration.ofSeconds(20)), () -> prLink = "https://git.example.com/" + id);
        }
    }

    String body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("id", id).put("status", status);
        if (prLink != null) {
            body.put("prLink", prLink);
        }
        return body.toString();
    }
}
