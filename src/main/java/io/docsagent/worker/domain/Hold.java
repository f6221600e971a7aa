package io.docsagent.worker.domain;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a project's calls go out, wait, or wait for what one of them, the probe, finds. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Hold.Open.class, name = "open"),
    @JsonSubTypes.Type(value = Hold.Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Hold.Probing.class, name = "probing")
})
public sealed interface Hold {

    Hold NONE = new Open(0, Duration.ZERO);

    /** How often the project was closed; a call names the epoch it was sent in, so that an old answer is known as one. */
    long epoch();

    /** How long the project was closed up to {@code now}, in all. */
    Duration heldUntil(Instant now);

    /** What is told of the hold; null where the project is open or the hold is not worth telling. */
    @Nullable
    Reason announced();

    /** Why a project is closed. */
    enum Reason {
        UNAUTHORIZED(true),
        MISCONFIGURED(true),
        THROTTLED(true),
        INTERNAL_ERROR(true),
        UNREACHABLE(false);

        private final boolean announced;

        Reason(boolean announced) {
            this.announced = announced;
        }

        /** As events and endpoints write it. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        @Nullable
        Reason ifAnnounced() {
            return announced ? this : null;
        }

        /** Whether a new key may end it. */
        public boolean isOfKey() {
            return this == UNAUTHORIZED || this == MISCONFIGURED;
        }

        /** Whether one command alone may be the cause: then another one probes each time. */
        boolean probesRotate() {
            return isOfKey() || this == INTERNAL_ERROR;
        }
    }

    /** Calls go out. */
    record Open(long epoch, Duration held) implements Hold {

        /** @param called the sequence of the command whose call found it closed; -1 for none */
        Closed close(Reason reason, Instant now, Instant until, long called) {
            return new Closed(reason, epoch + 1, held, now, until, 1, called);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held;
        }

        @Override
        public @Nullable Reason announced() {
            return null;
        }
    }

    /**
     * No call goes out until {@code until}; then one does, as the probe.
     *
     * @param held before this hold, less the time in which {@code until} had passed and no command waited to probe
     * @param streak how often it was closed in a row
     * @param probed the sequence of the command that was called last; -1 for none
     */
    record Closed(Reason reason, long epoch, Duration held, Instant since, Instant until, int streak, long probed)
            implements Hold {

        Probing probe(QueuedCommand command, Instant now) {
            return new Probing(
                    reason, epoch, held.minus(idle(now)), since, command.callId(), streak, command.sequence());
        }

        /** What kept it closed may have changed: probe at once, and begin the waits anew. */
        Closed probeAt(Instant now) {
            return new Closed(reason, epoch, held.minus(idle(now)), since, now, 0, probed);
        }

        /** The rules failed again: the probe waits longer. */
        Closed prolong(Instant later) {
            return new Closed(reason, epoch, held, since, later.isAfter(until) ? later : until, streak + 1, probed);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held.plus(Duration.between(since, now)).minus(idle(now));
        }

        private Duration idle(Instant now) {
            return now.isAfter(until) ? Duration.between(until, now) : Duration.ZERO;
        }

        @Override
        public @Nullable Reason announced() {
            return reason.ifAnnounced();
        }
    }

    /**
     * One call is under way to find out whether the others may follow.
     *
     * @param probed the sequence of its command
     */
    record Probing(Reason reason, long epoch, Duration held, Instant since, String callId, int streak, long probed)
            implements Hold {

        Open open(Instant now) {
            return new Open(epoch, heldUntil(now));
        }

        /** What kept it closed may have changed since the probe was sent: its answer counts no more, another goes. */
        Closed probeAt(Instant now) {
            return new Closed(reason, epoch + 1, held, since, now, 0, probed);
        }

        /** The probe was never sent, for a reason of our own. */
        Closed postpone(Instant until) {
            return new Closed(reason, epoch + 1, held, since, until, streak, probed);
        }

        /** The probe found the project closed still, perhaps for another reason. */
        Closed close(Reason found, Instant until) {
            return new Closed(found, epoch + 1, held, since, until, found == reason ? streak + 1 : 1, probed);
        }

        @Override
        public Duration heldUntil(Instant now) {
            return held.plus(Duration.between(since, now));
        }

        @Override
        public @Nullable Reason announced() {
            return reason.ifAnnounced();
        }
    }
}
