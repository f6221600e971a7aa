package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.fault.Fault.Moment;
import io.docsagent.worker.sandbox.fault.FaultEffect;
import io.docsagent.worker.sandbox.fault.FaultPlan;
import io.docsagent.worker.sandbox.http.ResponseEnd;
import io.docsagent.worker.sandbox.journal.Journal;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Takes a request through its stations: read, struck by faults, worked on, journaled, answered. */
public final class RequestHandler implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

    /** How a request ends, and after which time. */
    private record Finish(ResponseEnd ending, Duration delay) {}

    private final RequestReader reader;
    private final FaultPlan faults;
    private final JobService service;
    private final Journal journal;
    private final InstantSource clock;
    private final @Nullable Scheduler threads;

    /** @param threads where the work is done; on the event loop if null, for work that never waits */
    public RequestHandler(
            RequestReader reader,
            FaultPlan faults,
            JobService service,
            Journal journal,
            InstantSource clock,
            @Nullable Scheduler threads) {
        this.reader = reader;
        this.faults = faults;
        this.service = service;
        this.journal = journal;
        this.clock = clock;
        this.threads = threads;
    }

    @Override
    public Publisher<Void> apply(HttpServerRequest http, HttpServerResponse response) {
        return reader.read(http, clock.instant())
                .flatMap(this::handle)
                .flatMap(finish -> after(finish.delay(), () -> Mono.just(finish)))
                .flatMap(finish -> finish.ending().send(response));
    }

    private Mono<Finish> handle(ServiceRequest request) {
        FaultEffect before = faults.effect(Moment.BEFORE_WORK, request.target(), request.faults(), false);
        if (before.delay().isZero() && threads == null) {
            return Mono.just(work(request, before));
        }
        // The service does the work even if the client has gone meanwhile: its leaving must not cancel it.
        Mono<Finish> work = after(before.delay(), () -> onThreads(() -> work(request, before)));
        return Mono.fromFuture(work.toFuture(), true);
    }

    private Mono<Finish> onThreads(Callable<Finish> work) {
        Mono<Finish> here = Mono.fromCallable(work);
        return threads == null ? here : here.subscribeOn(threads);
    }

    private Finish work(ServiceRequest request, FaultEffect before) {
        Instant now = clock.instant();
        // What somebody without access wrote is not kept, also where a fault comes before the key is looked at.
        String prompt = service.admits(request, now) ? request.prompt().textOrNull() : null;
        if (before.ending() != null) {
            journal.append(entry(
                    request, prompt, now, before.ending(), request.target().jobId(), false));
            return new Finish(before.ending(), Duration.ZERO);
        }
        JobService.Handled handled = service.handle(request, now);
        FaultEffect after = faults.effect(
                Moment.AFTER_WORK,
                request.target(),
                request.faults(),
                handled.answer().isSuccess());
        ResponseEnd ending = after.ending() == null ? new ResponseEnd.Answered(handled.answer()) : after.ending();
        journal.append(entry(request, prompt, now, ending, handled.jobId(), handled.counted()));
        return new Finish(ending, after.delay());
    }

    private static JournalEntry entry(
            ServiceRequest request,
            @Nullable String prompt,
            Instant now,
            ResponseEnd ending,
            @Nullable String jobId,
            boolean counted) {
        return new JournalEntry(
                0,
                request.arrivedAt(),
                now,
                request.target().operation(),
                request.target().projectId(),
                jobId,
                prompt,
                request.headers(),
                ending instanceof ResponseEnd.Answered answered
                        ? answered.answer().status()
                        : null,
                switch (ending) {
                    case ResponseEnd.Answered answered -> "answered";
                    case ResponseEnd.Hung hung -> "hung";
                    case ResponseEnd.Dropped dropped -> "dropped";
                },
                counted);
    }

    private static <T> Mono<T> after(Duration delay, Supplier<Mono<T>> step) {
        return delay.isZero() ? step.get() : Mono.delay(delay).flatMap(tick -> step.get());
    }
}
