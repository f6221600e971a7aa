package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.wire.ContentHash;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A queued command sends something else than what was published, and is still recognised by that. */
public final class Revision {

    private Revision() {}

    /** It does not continue another job, nor another one it. */
    public static QueuedCommand withoutContinueKey(QueuedCommand queued) {
        return queued.with(copy -> send(copy, queued, queued.command().withoutContinueKey()));
    }

    /** Not coalesced with others. */
    public static QueuedCommand uncoalesced(QueuedCommand queued) {
        return queued.with(copy -> {
            send(copy, queued, queued.command().uncoalesced());
            copy.quietUntil = null;
        });
    }

    /** What is sent differs already. */
    public static QueuedCommand publishedAs(QueuedCommand queued, String hash) {
        return queued.with(copy -> copy.publishedHash = hash);
    }

    /**
     * With this prompt in the place of an older waiting command of its kind, or in its own where that is further ahead.
     *
     * @param mostDelay how long it may wait for a quiet period
     */
    public static QueuedCommand superseding(
            QueuedCommand newer, QueuedCommand older, String prompt, Duration mostDelay) {
        boolean isOlderAhead = older.sequence() < newer.sequence();
        QueuedCommand ahead = isOlderAhead ? older : newer;
        Command before = older.command();
        Command after = newer.command();
        Priority higher = before.priority().compareTo(after.priority()) < 0 ? before.priority() : after.priority();
        Instant notBefore = earlier(before.notBefore(), after.notBefore());
        QuietPeriod quiet = QuietPeriod.of(after, mostDelay);
        return newer.with(copy -> {
            send(copy, newer, after.with(prompt, higher, notBefore));
            copy.sequence = ahead.sequence();
            copy.lane = ahead.lane();
            copy.jobId = ahead.jobId();
            copy.arrivedAt = ahead.arrivedAt();
            copy.quietUntil = quiet == null ? null : earlier(newer.quietUntil(), quiet.latestEnd(ahead.arrivedAt()));
            copy.first = ahead.first() == null && isOlderAhead ? older.identity() : ahead.first();
            copy.place = null;
            copy.promotedAt = newer.promotedAt() == null ? older.promotedAt() : newer.promotedAt();
        });
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other == null ? null : one.isBefore(other) ? one : other;
    }

    private static void send(QueuedCommandParts copy, QueuedCommand queued, Command other) {
        String published = queued.contentHash();
        copy.publishedHash = published.equals(ContentHash.of(other)) ? null : published;
        copy.command = other;
    }
}
