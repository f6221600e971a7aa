package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A project's timers, by kind and time; derived from its durable state. */
public final class Timers {

    private final Map<Kind, NavigableSet<Timer>> byKind = new EnumMap<>(Kind.class);

    Timers() {
        for (Kind kind : Kind.values()) {
            byKind.put(kind, new TreeSet<>());
        }
    }

    public void set(@Nullable Timer timer) {
        if (timer != null) {
            of(timer.kind()).add(timer);
        }
    }

    public void cancel(@Nullable Timer timer) {
        if (timer != null) {
            of(timer.kind()).remove(timer);
        }
    }

    /** The next timer of any kind; null where there is none. */
    @Nullable
    public Timer next() {
        Timer next = null;
        for (NavigableSet<Timer> timers : byKind.values()) {
            if (!timers.isEmpty() && (next == null || timers.first().compareTo(next) < 0)) {
                next = timers.first();
            }
        }
        return next;
    }

    /** The next timer of a kind; null where there is none. */
    @Nullable
    public Timer next(Kind kind) {
        return of(kind).isEmpty() ? null : of(kind).first();
    }

    /** The next timer of a kind after that one, which may have gone; null where there is none. */
    @Nullable
    public Timer after(Kind kind, @Nullable Timer previous) {
        return previous == null ? next(kind) : of(kind).higher(previous);
    }

    /** Takes the next timer that is due; null where none is. */
    @Nullable
    public Timer takeDue(Instant now) {
        Timer next = isDue(now) ? next() : null;
        cancel(next);
        return next;
    }

    public boolean isDue(Instant now) {
        Timer next = next();
        return next != null && !next.at().isAfter(now);
    }

    @Override
    public String toString() {
        return "timers " + byKind;
    }

    private NavigableSet<Timer> of(Kind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }
}
