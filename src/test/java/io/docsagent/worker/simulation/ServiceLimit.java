package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** How the service limits the uses of one project: in one of the ways in which services do. */
interface ServiceLimit {

    /** False where the project has no use left. */
    boolean take(Instant now);

    /** The ways. */
    enum Kind {
        ROLLING,
        FIXED_WINDOW,
        TOKEN_BUCKET;

        ServiceLimit of(int capacity, Duration period) {
            return switch (this) {
                case ROLLING -> new Rolling(capacity, period);
                case FIXED_WINDOW -> new FixedWindow(capacity, period);
                case TOKEN_BUCKET -> new TokenBucket(capacity, period);
            };
        }
    }

    /** At most {@code capacity} uses in any period. */
    final class Rolling implements ServiceLimit {

        private final int capacity;
        private final Duration period;
        private final Deque<Instant> uses = new ArrayDeque<>();

        Rolling(int capacity, Duration period) {
            this.capacity = capacity;
            this.period = period;
        }

        @Override
        public boolean take(Instant now) {
            while (!uses.isEmpty() && !uses.getFirst().plus(period).isAfter(now)) {
                uses.removeFirst();
            }
            return uses.size() < capacity && uses.add(now);
        }
    }

    /** At most {@code capacity} uses from one full period of the service's clock to the next. */
    final class FixedWindow implements ServiceLimit {

        private final int capacity;
        private final long seconds;
        private long window;
        private int used;

        FixedWindow(int capacity, Duration period) {
            this.capacity = capacity;
            this.seconds = period.toSeconds();
        }

        @Override
        public boolean take(Instant now) {
            long current = now.getEpochSecond() / seconds;
            used = current == window ? used : 0;
            window = current;
            return used++ < capacity;
        }
    }

    /** A bucket of {@code capacity} tokens that fills evenly in a period. */
    final class TokenBucket implements ServiceLimit {

        private final int capacity;
        private final Duration period;
        private double tokens;
        private Instant at = Instant.EPOCH;

        TokenBucket(int capacity, Duration period) {
            this.capacity = capacity;
            this.period = period;
        }

        @Override
        public boolean take(Instant now) {
            double periods = (double) Duration.between(at, now).toMillis() / period.toMillis();
            tokens = Math.min(capacity, tokens + capacity * periods);
            at = now;
            if (tokens < 1) {
                return false;
            }
            tokens--;
            return true;
        }
    }
}
