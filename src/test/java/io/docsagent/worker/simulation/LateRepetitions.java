package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** Publishes commands again about when they may be forgotten, or later: only then may they be sent again. */
final class LateRepetitions {

    private static final int LEAST = 5;
    private static final int MORE = 15;

    /** Before and after the end of the retention. */
    private static final Duration ABOUT = Duration.ofMinutes(2);

    private final World world;
    private final Publishers publishers;
    private final Promises promises;
    private final SplittableRandom random;
    private final Duration retention;

    LateRepetitions(
            World world, Publishers publishers, Promises promises, SplittableRandom random, Duration retention) {
        this.world = world;
        this.publishers = publishers;
        this.promises = promises;
        this.random = random;
        this.retention = retention;
    }

    void begin() {
        int count = LEAST + random.nextInt(MORE);
        long span = Simulation.WITH_FAULTS.plus(retention).plus(ABOUT).toNanos();
        for (int i = 0; i < count; i++) {
            world.in(Duration.ofNanos(random.nextLong(span)), this::again);
        }
    }

    private void again() {
        List<Published> old = publishers.published().values().stream()
                .filter(each -> each.envelope() != Published.Envelope.NONE)
                .filter(each -> !publishers.isReused(each.id()))
                .filter(each -> forgottenAt(each).minus(ABOUT).isBefore(world.now()))
                .toList();
        List<Published> justNow = old.stream()
                .filter(each -> forgottenAt(each).plus(ABOUT).isAfter(world.now()))
                .toList();
        List<Published> any = justNow.isEmpty() ? old : justNow;
        if (!any.isEmpty()) {
            publishers.publishAgain(any.get(random.nextInt(any.size())));
        }
    }

    /** Not before it, and mostly soon after it, since commands end soon after they were sent. */
    private Instant forgottenAt(Published command) {
        List<Post> posts = promises.postsOf(command.id());
        Instant last = publishers.lastPublished(command);
        Instant sent = posts.isEmpty() ? last : posts.getLast().sentAt;
        return (sent.isAfter(last) ? sent : last).plus(retention);
    }
}
