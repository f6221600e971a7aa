package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a project's calls go out, wait, or wait for what one of them, the probe, finds. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Hold.Flowing.class, name = "flowing"),
    @JsonSubTypes.Type(value = Hold.Held.class, name = "held"),
    @JsonSubTypes.Type(value = Hold.Probing.class, name = "probing")
})
public sealed interface Hold {

    Hold NONE = new Flowing(0, Duration.ZERO);

    /** How often the project was held; a call names the epoch it was sent in, so that an old answer is known as one. */
    long epoch();

    /** How long the project was held up to {@code now}, in all. */
    Duration heldUntil(Instant now);

    /** Why calls wait; null where they go out. */
    @Nullable
    Reason reason();

    /** Why a project is held. */
    enum Reason {
        UNAUTHORIZED,
        MISCONFIGURED,
        /** The customer's credits with the service are used up. */
        PAYMENT_REQUIRED,
        THROTTLED,
        INTERNAL_ERROR,
        /** Calls were not sent. */
        UNREACHABLE,
        /** Calls were answered, but not with an outcome. */
        FAILING;

        /** As events and endpoints write it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether a new key may end it. */
        public boolean isOfKey() {
            return this == UNAUTHORIZED || this == MISCONFIGURED || this == PAYMENT_REQUIRED;
        }

        /** Whether one command alone may be the cause: then another one probes each time. */
        public boolean probesRotate() {
            return isOfKey() || this == INTERNAL_ERROR;
        }
    }

    /** Calls go out. */
    record Flowing(long epoch, Duration held) implements Hold {

        /** @param called the sequence of the command whose call was refused; -1 for none */
        public Held hold(Reason reason, String message, Instant now, Instant until, long called) {
            return new Held(reason, epoch + 1, held, now, until, 1, called, message);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held;
        }

        @Override
        public @Nullable Reason reason() {
            return null;
        }
    }

    /**
     * No call goes out until {@code until}; then one does, as the probe.
     *
     * @param held before this hold, less the time in which {@code until} had passed and no command waited to probe
     * @param streak holds in a row, without a call that got through
     * @param probed the sequence of the command that was called last; -1 for none
     * @param message the latest cause, for people
     */
    record Held(
            Reason reason,
            long epoch,
            Duration held,
            Instant since,
            Instant until,
            int streak,
            long probed,
            String message)
            implements Hold {

        public Probing probe(QueuedCommand command, Instant now) {
            return new Probing(reason, epoch, held.minus(idle(now)), since, streak, command.sequence(), message);
        }

        /** What caused the hold may have changed: probe at once, and restart the backoff. */
        public Held probeAt(Instant now) {
            return new Held(reason, epoch, held.minus(idle(now)), since, now, 0, probed, message);
        }

        /** The rules failed again: the probe waits longer. */
        public Held prolong(Instant later) {
            return new Held(
                    reason, epoch, held, since, later.isAfter(until) ? later : until, streak + 1, probed, message);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held.plus(Duration.between(since, now)).minus(idle(now));
        }

        private Duration idle(Instant now) {
            return now.isAfter(until) ? Duration.between(until, now) : Duration.ZERO;
        }
    }

    /**
     * One call is in flight to find out whether the others may follow.
     *
     * @param probed the sequence of its command
     * @param message the latest cause, for people
     */
    record Probing(Reason reason, long epoch, Duration held, Instant since, int streak, long probed, String message)
            implements Hold {

        public Flowing resume(Instant now) {
            return new Flowing(epoch, heldUntil(now));
        }

        /** What caused the hold may have changed since the probe was sent: its answer counts no more, another goes. */
        public Held probeAt(Instant now) {
            return new Held(reason, epoch + 1, held, since, now, 0, probed, message);
        }

        /** The probe was never sent, for a reason of our own. */
        public Held postpone(Instant until) {
            return new Held(reason, epoch + 1, held, since, until, streak, probed, message);
        }

        /** The probe did not get through, perhaps for another reason. */
        public Held holdAgain(Reason found, String cause, Instant until) {
            return new Held(found, epoch + 1, held, since, until, found == reason ? streak + 1 : 1, probed, cause);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held.plus(Duration.between(since, now));
        }
    }
}
