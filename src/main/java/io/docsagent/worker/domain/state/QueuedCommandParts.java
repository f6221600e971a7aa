package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a queued command consists of, to differ in some of it from another one. */
final class QueuedCommandParts {

    private final QueuedCommand from;
    long sequence;
    Command command;
    String lane;

    @Nullable
    String jobId;

    Instant arrivedAt;
    Calls calls;
    int refusals;

    @Nullable
    Instant createWaitUntil;

    @Nullable
    Identity first;

    @Nullable
    QueuePlace place;

    @Nullable
    InFlightCall call;

    @Nullable
    Instant promotedAt;

    @Nullable
    String publishedHash;

    @Nullable
    Instant repeatedAt;

    QueuedCommandParts(QueuedCommand from) {
        this.from = from;
        this.sequence = from.sequence();
        this.command = from.command();
        this.lane = from.lane();
        this.jobId = from.jobId();
        this.arrivedAt = from.arrivedAt();
        this.calls = from.calls();
        this.refusals = from.refusals();
        this.createWaitUntil = from.createWaitUntil();
        this.first = from.first();
        this.place = from.place();
        this.call = from.call();
        this.promotedAt = from.promotedAt();
        this.publishedHash = from.publishedHash();
        this.repeatedAt = from.repeatedAt();
    }

    /** Something else than what was published is to be sent. */
    void sends(Command other) {
        String published = from.contentHash();
        publishedHash = published.equals(ContentHash.of(other)) ? null : published;
        command = other;
    }

    /** An older waiting command, which may be further ahead. */
    void supersedes(QueuedCommand older, String prompt) {
        boolean isOlderAhead = older.sequence() < from.sequence();
        QueuedCommand ahead = isOlderAhead ? older : from;
        Command before = older.command();
        Priority higher = before.priority().compareTo(command.priority()) < 0 ? before.priority() : command.priority();
        sends(command.with(prompt, higher, earlier(before.notBefore(), command.notBefore())));
        sequence = ahead.sequence();
        lane = ahead.lane();
        jobId = ahead.jobId();
        arrivedAt = ahead.arrivedAt();
        first = ahead.first() == null && isOlderAhead ? older.identity() : ahead.first();
        place = null;
        promotedAt = promotedAt == null ? older.promotedAt() : promotedAt;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other == null ? null : one.isBefore(other) ? one : other;
    }

    QueuedCommand made() {
        return new QueuedCommand(
                sequence,
                command,
                from.identity(),
                from.admission(),
                lane,
                jobId,
                arrivedAt,
                calls,
                refusals,
                createWaitUntil,
                first,
                place,
                call,
                promotedAt,
                publishedHash,
                repeatedAt);
    }
}
