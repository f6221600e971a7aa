package io.docsagent.worker.ops.health;

import io.docsagent.worker.streams.LastCommits;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a part of the worker does what it is for; found out from outside of the thread that does it.
 *
 * @param sinceLast how long ago it last did; null before the first time
 * @param waiting for how long something has waited for it in vain; null where nothing is to do
 * @param waitingFor what waits; empty where nothing does
 */
public record Progress(
        @Nullable Duration sinceLast, @Nullable Duration waiting, String waitingFor) {

    /** The parts that have something to do at different times, as metrics and health name them. */
    public enum Part {
        INGRESS,
        ENGINE,
        GATEWAY,
        POLLER
    }

    /** The parts, and the longest that something may wait for any of them. */
    public record OfParts(Map<Part, Supplier<Progress>> parts, Duration most) {

        public Progress of(Part part) {
            return parts.getOrDefault(part, () -> nothingToDo(null)).get();
        }

        boolean isStalled(Progress progress) {
            return progress.stalled().compareTo(most) > 0;
        }
    }

    public static Progress nothingToDo(@Nullable Duration sinceLast) {
        return new Progress(sinceLast, null, "");
    }

    /** Of the engine, which has something to do at regular intervals: the leaders' clocks are read by appends to its inputs. */
    public static Progress ofCommits(@Nullable Duration sinceCommit) {
        Duration late = sinceCommit == null ? Duration.ZERO : sinceCommit.minus(LastCommits.interval());
        return late.isPositive()
                ? new Progress(
                        sinceCommit,
                        late,
                        "a commit, which is due every " + LastCommits.interval().toSeconds() + " s")
                : nothingToDo(sinceCommit);
    }

    /** For how long it has not moved; zero where nothing is to do. */
    public Duration stalled() {
        return waiting == null ? Duration.ZERO : waiting;
    }
}
