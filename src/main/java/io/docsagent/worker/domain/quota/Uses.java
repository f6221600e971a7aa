package io.docsagent.worker.domain.quota;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.docsagent.worker.contract.Publisher;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When uses were over that have ended: of all, and of each publisher, so that none of them are walked through to count
 * what one has used.
 *
 * <p>Stored as the times alone where all are of the default publisher; else as those of each publisher, by name.
 */
public record Uses(Times all, SortedMap<String, Times> byPublisher) {

    public static final Uses NONE = new Uses(Times.NONE, new TreeMap<>());

    public static Uses of(List<Use> uses) {
        Uses all = NONE;
        for (Use use : uses) {
            all = all.with(use);
        }
        return all;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Uses parse(Object stored) {
        SortedMap<String, Times> uses = new TreeMap<>();
        if (stored instanceof Map<?, ?> byPublisher) {
            byPublisher.forEach((publisher, times) -> uses.put((String) publisher, times((Collection<?>) times)));
        } else if (!((Collection<?>) stored).isEmpty()) {
            uses.put(Publisher.DEFAULT, times((Collection<?>) stored));
        }
        return of(uses);
    }

    private static Uses of(SortedMap<String, Times> byPublisher) {
        return new Uses(
                Times.of(byPublisher.values().stream()
                        .flatMapToLong(times -> Arrays.stream(times.toMillis()))
                        .toArray()),
                byPublisher);
    }

    private static Times times(Collection<?> stored) {
        return Times.of(
                stored.stream().mapToLong(time -> ((Number) time).longValue()).toArray());
    }

    @JsonValue
    Object stored() {
        if (byPublisher.isEmpty() || (byPublisher.size() == 1 && byPublisher.containsKey(Publisher.DEFAULT))) {
            return of(Publisher.DEFAULT).toMillis();
        }
        Map<String, long[]> stored = new TreeMap<>();
        byPublisher.forEach((publisher, times) -> stored.put(publisher, times.toMillis()));
        return stored;
    }

    Times of(String publisher) {
        return byPublisher.getOrDefault(publisher, Times.NONE);
    }

    public int size() {
        return all.size();
    }

    Uses with(Use use) {
        SortedMap<String, Times> more = new TreeMap<>(byPublisher);
        more.put(use.by(), of(use.by()).with(use.at()));
        return new Uses(all.with(use.at()), more);
    }

    /** With so many that were over at the same time; as it is where none are wanted. */
    Uses with(int count, Use use) {
        Uses more = this;
        for (int added = 0; added < count; added++) {
            more = more.with(use);
        }
        return more;
    }

    /** Without the oldest ones, as long as more than so many are left and those left out were over by then. */
    Uses latest(int most, Instant overBy) {
        int leftOut = Math.min(size() - most, size() - all.after(overBy.toEpochMilli()));
        if (leftOut <= 0) {
            return this;
        }
        long last = all.get(leftOut - 1);
        SortedMap<String, Times> left = new TreeMap<>();
        // Several may have been over at that moment, of which some stay; it is the same whose they are.
        int more = leftOut - (size() - all.after(last - 1));
        for (var publisher : byPublisher.entrySet()) {
            Times times = publisher.getValue();
            int before = times.size() - times.after(last - 1);
            int then = Math.min(more, times.size() - times.after(last) - before);
            more -= then;
            if (before + then < times.size()) {
                left.put(publisher.getKey(), times.withoutFirst(before + then));
            }
        }
        return new Uses(all.withoutFirst(leftOut), left);
    }
}
