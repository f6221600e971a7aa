package io.docsagent.worker.domain.quota;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** When uses were over, ascending: numbers instead of objects, since a project has as many as its capacity. */
final class Times {

    static final Times NONE = new Times(new long[0]);

    /** In milliseconds since 1970. */
    private final long[] millis;

    private Times(long[] millis) {
        this.millis = millis;
    }

    static Times of(long... millis) {
        long[] ascending = millis.clone();
        Arrays.sort(ascending);
        return new Times(ascending);
    }

    Times with(Instant time) {
        long added = time.toEpochMilli();
        int at = millis.length - after(added);
        long[] more = Arrays.copyOf(millis, millis.length + 1);
        System.arraycopy(millis, at, more, at + 1, millis.length - at);
        more[at] = added;
        return new Times(more);
    }

    Times withoutFirst(int first) {
        return new Times(Arrays.copyOfRange(millis, first, millis.length));
    }

    int size() {
        return millis.length;
    }

    long get(int index) {
        return millis[index];
    }

    /** How many are later. */
    int after(long time) {
        int low = 0;
        int high = millis.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (millis[middle] > time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return millis.length - low;
    }

    long[] toMillis() {
        return millis.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Times times && Arrays.equals(millis, times.millis);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(millis);
    }

    @Override
    public String toString() {
        return Arrays.toString(millis);
    }
}
