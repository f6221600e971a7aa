package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
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

    @Nullable
    Instant quietUntil;

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
        this.quietUntil = from.quietUntil();
    }

    QueuedCommand made() {
        return new QueuedCommand(
                sequence,
                from.arrival(),
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
                repeatedAt,
                quietUntil);
    }
}
