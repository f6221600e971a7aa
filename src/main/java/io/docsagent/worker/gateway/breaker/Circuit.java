package io.docsagent.worker.gateway.breaker;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether calls may begin, by how the latest ones ended: the states of a circuit breaker.
 *
 * <p>Each success, opening and trial begins another epoch. A call that began in an earlier one holds no place any more.
 */
sealed interface Circuit {

    /** The next one must be given where a move says so; no number may come twice. */
    long epoch();

    /** The service has answered a call. */
    default Circuit succeeded(long nextEpoch) {
        return new Closed(nextEpoch, 0, 0);
    }

    /** A call ended without a certain outcome. */
    Circuit unknown(long began, Terms terms, Instant now, String cause, long nextEpoch);

    /** A call ended in a way that says nothing about the service: it was not sent, for example. */
    Circuit provedNothing(long began, Terms terms, Instant now);

    /** A GET of a job ended. */
    Circuit lookedUp(boolean answered, Instant now);

    /**
     * Calls begin.
     *
     * @param begun calls in flight that began since the last success
     * @param unknown outcomes in a row
     */
    record Closed(long epoch, int begun, int unknown) implements Circuit {

        /** Otherwise a service that hangs would be given any number of calls before the first of them times out. */
        boolean hasPlace(Terms terms) {
            return begun + unknown < terms.limit();
        }

        Closed begin() {
            return new Closed(epoch, begun + 1, unknown);
        }

        /** Nothing is lost where such a circuit is forgotten. */
        boolean isAtRest() {
            return begun == 0 && unknown == 0;
        }

        @Override
        public Circuit unknown(long began, Terms terms, Instant now, String cause, long nextEpoch) {
            if (unknown + 1 < terms.limit()) {
                return new Closed(epoch, begunWithout(began), unknown + 1);
            }
            Instant trialAt = now.plus(terms.waitAfter(1, nextEpoch));
            return new Open(nextEpoch, 1, trialAt, Jobs.NOT_SEEN, cause);
        }

        @Override
        public Closed provedNothing(long began, Terms terms, Instant now) {
            return new Closed(epoch, begunWithout(began), unknown);
        }

        private int begunWithout(long began) {
            return began == epoch ? begun - 1 : begun;
        }

        @Override
        public Closed lookedUp(boolean answered, Instant now) {
            return this;
        }
    }

    /** What the GETs of jobs have shown since the circuit opened. */
    enum Jobs {
        NOT_SEEN,
        WORK,
        FAIL,
        /** They failed and worked again: that makes one trial earlier, and no second one if it fails all the same. */
        RECOVERED;

        Jobs and(boolean answered) {
            return switch (this) {
                case NOT_SEEN, WORK -> answered ? WORK : FAIL;
                case FAIL -> answered ? RECOVERED : FAIL;
                case RECOVERED -> RECOVERED;
            };
        }
    }

    /**
     * No call begins before the next trial.
     *
     * @param failures in a row: the opening, and the trials since
     * @param cause of the last one
     */
    record Open(long epoch, int failures, Instant trialAt, Jobs jobs, String cause) implements Circuit {

        /** GETs may fail for a reason of their own, or end with their jobs: then a trial is made all the same. */
        static final Duration LONGEST_WITHOUT_GETS = Duration.ofMinutes(5);

        boolean isTrialDue(Instant now) {
            Instant due = jobs == Jobs.FAIL ? trialAt.plus(LONGEST_WITHOUT_GETS) : trialAt;
            return !now.isBefore(due);
        }

        HalfOpen begin(long nextEpoch) {
            return new HalfOpen(nextEpoch, failures, jobs, cause);
        }

        @Override
        public Open unknown(long began, Terms terms, Instant now, String latest, long nextEpoch) {
            return this;
        }

        @Override
        public Open provedNothing(long began, Terms terms, Instant now) {
            return this;
        }

        @Override
        public Open lookedUp(boolean answered, Instant now) {
            boolean recovers = jobs == Jobs.FAIL && answered && now.isBefore(trialAt);
            return new Open(epoch, failures, recovers ? now : trialAt, jobs.and(answered), cause);
        }
    }

    /** One call, the trial, shows whether others may follow. */
    record HalfOpen(long epoch, int failures, Jobs jobs, String cause) implements Circuit {

        @Override
        public Circuit unknown(long began, Terms terms, Instant now, String latest, long nextEpoch) {
            return began == epoch ? opened(failures + 1, terms, now, latest) : this;
        }

        @Override
        public Circuit provedNothing(long began, Terms terms, Instant now) {
            return began == epoch ? opened(failures, terms, now, cause) : this;
        }

        private Open opened(int inARow, Terms terms, Instant now, String latest) {
            return new Open(epoch, inARow, now.plus(terms.waitAfter(inARow, epoch)), jobs, latest);
        }

        @Override
        public HalfOpen lookedUp(boolean answered, Instant now) {
            return new HalfOpen(epoch, failures, jobs.and(answered), cause);
        }
    }
}
