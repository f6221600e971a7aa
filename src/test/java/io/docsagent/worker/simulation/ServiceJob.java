package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A job at the service, which ends some time after its last prompt, late, or never, or is lost. */
final class ServiceJob {

    /** A status that the worker does not know, which may be followed by "active". */
    static final String PONDERING = "pondering";

    /** By when they began. */
    static final Comparator<ServiceJob> BY_NUMBER = Comparator.comparingInt(ServiceJob::number);

    private static final String PREFIX = "job-";

    private final String id;
    private final String project;
    private String status = "active";
    private @Nullable String prLink;
    private final List<State> history = new ArrayList<>();
    private int begun;
    private boolean shownLate;
    private World.@Nullable Event next;
    private @Nullable Instant endedAt;
    private @Nullable Instant lostAt;

    /** What it showed from a time on, by the true time. */
    record State(Instant at, String status, @Nullable String prLink) {

        String body(String id) {
            ObjectNode body =
                    JsonNodeFactory.instance.objectNode().put("id", id).put("status", status);
            if (prLink != null) {
                body.put("prLink", prLink);
            }
            return body.toString();
        }
    }

    ServiceJob(String id, String project) {
        this.id = id;
        this.project = project;
    }

    String id() {
        return id;
    }

    private int number() {
        return Integer.parseInt(id.substring(PREFIX.length()));
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

    /** When it got its link, by the true time. */
    Instant linkedAt() {
        return history.stream()
                .filter(state -> state.prLink() != null)
                .findFirst()
                .orElseThrow()
                .at();
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
        begun = history.size();
        endedAt = null;
        shows(world, world.oneIn(3) ? PONDERING : "active");
        if (next != null) {
            next.cancel();
        }
        if (status.equals(PONDERING) && !world.oneIn(4)) {
            world.in(world.upTo(Duration.ofMinutes(2)), () -> {
                if (status.equals(PONDERING)) {
                    shows(world, "active");
                }
            });
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
        endedAt = world.now();
        shows(world, world.oneIn(5) ? "failed" : world.oneIn(20) ? "archived" : "completed");
        if (status.equals("completed") && !world.oneIn(5)) {
            next = world.in(world.upTo(Duration.ofSeconds(20)), () -> {
                prLink = "https://git.example.com/" + id;
                shows(world, status);
            });
        }
    }

    private void shows(World world, String now) {
        status = now;
        history.add(new State(world.now(), status, prLink));
    }

    /** All that it showed, in its order. */
    List<State> history() {
        return history;
    }

    /** What it showed at that time, but not before its last prompt, as a replica that is late does. */
    String bodyAt(Instant time) {
        int shown = history.size() - 1;
        while (shown > begun && history.get(shown).at().isAfter(time)) {
            shown--;
            shownLate = true;
        }
        return history.get(shown).body(id);
    }

    /** Whether somebody was shown what it was no longer. */
    boolean wasShownLate() {
        return shownLate;
    }

    String body() {
        return history.getLast().body(id);
    }
}
