package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.Fault.Moment;
import io.netty.channel.ChannelFuture;
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
final class RequestHandler implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

    /** How a request ends, and after which time. */
    private record Finish(ResponseEnd ending, Duration delay) {}

    private final RequestReader reader;
    private final FaultPlan faults;
    private final JobService service;
    private final Journal journal;
    private final InstantSource clock;
    private final @Nullable Scheduler threads;

    /** @param threads where the work is done; on the event loop if null, for work that never waits */
    RequestHandler(
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
                .flatMap(finish -> perform(finish.ending(), response));
    }

    private Mono<Finish> handle(Request request) {
        Strike before = faults.strike(Moment.BEFORE_WORK, request, false);
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

    private Finish work(Request request, Strike before) {
        Instant now = clock.instant();
        // What somebody without access wrote is not kept, also where a fault comes before the key is looked at.
        String prompt = service.admits(request, now) ? request.prompt().textOrNull() : null;
        if (before.ending() != null) {
            journal.append(
                    entry(request, prompt, now, before.ending(), request.route().jobId(), false));
            return new Finish(before.ending(), Duration.ZERO);
        }
        JobService.Handled handled = service.handle(request, now);
        Strike after =
                faults.strike(Moment.AFTER_WORK, request, handled.answer().isSuccess());
        ResponseEnd ending = after.ending() == null ? new ResponseEnd.Answered(handled.answer()) : after.ending();
        journal.append(entry(request, prompt, now, ending, handled.jobId(), handled.counted()));
        return new Finish(ending, after.delay());
    }

    private static JournalEntry entry(
            Request request,
            @Nullable String prompt,
            Instant now,
            ResponseEnd ending,
            @Nullable String jobId,
            boolean counted) {
        return new JournalEntry(
                0,
                request.arrivedAt(),
                now,
                request.route().operation(),
                request.route().projectId(),
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

    private static Mono<Void> perform(ResponseEnd ending, HttpServerResponse response) {
        return switch (ending) {
            case ResponseEnd.Answered answered -> Answers.send(answered.answer(), response);
            case ResponseEnd.Hung hung -> Mono.never();
            case ResponseEnd.Dropped dropped -> {
                response.withConnection(connection -> {
                    ChannelFuture unused = connection.channel().close();
                });
                yield Mono.never();
            }
        };
    }

    private static <T> Mono<T> after(Duration delay, Supplier<Mono<T>> step) {
        return delay.isZero() ? step.get() : Mono.delay(delay).flatMap(tick -> step.get());
    }
}
