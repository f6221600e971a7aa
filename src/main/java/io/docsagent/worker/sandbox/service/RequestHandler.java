package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.fault.ActiveFault;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.fault.Fault.Phase;
import io.docsagent.worker.sandbox.fault.FaultPlan;
import io.docsagent.worker.sandbox.fault.PromptFaults;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.http.ResponseEnd;
import io.docsagent.worker.sandbox.journal.Journal;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Processes a request: reads it, applies faults, does the work, records it in the journal, answers. */
public final class RequestHandler implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

    /** How a request ends, and after which delay. */
    private record Result(ResponseEnd end, Duration delay) {}

    private final RequestReader reader;
    private final FaultPlan faults;
    private final PromptFaults promptFaults = new PromptFaults();
    private final JobService service;
    private final Journal journal;
    private final InstantSource clock;
    private final @Nullable Scheduler threads;

    /** @param threads for the work; null for work that never blocks, which is done on the event loop */
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
                .flatMap(result -> after(result.delay(), () -> Mono.just(result)))
                .flatMap(result -> result.end().send(response));
    }

    private Mono<Result> handle(ServiceRequest request) {
        List<ActiveFault> requested = service.refusal(request, clock.instant()) == null
                ? promptFaults.in(request.prompt(), request.target().projectId())
                : List.of();
        Fault before = faults.effect(Phase.BEFORE_WORK, request.target(), requested, false);
        if (before.delay().isZero() && threads == null) {
            return Mono.just(work(request, requested, before));
        }
        // A client that disconnects must not cancel the work, as with the real service.
        Mono<Result> work = after(before.delay(), () -> onThreads(() -> work(request, requested, before)));
        return Mono.fromFuture(work.toFuture(), true);
    }

    private Mono<Result> onThreads(Callable<Result> work) {
        Mono<Result> here = Mono.fromCallable(work);
        return threads == null ? here : here.subscribeOn(threads);
    }

    private Result work(ServiceRequest request, List<ActiveFault> requested, Fault before) {
        Instant now = clock.instant();
        HttpAnswer refusal = service.refusal(request, now);
        // Prompts of requests without access are not recorded, even if a fault comes before the key is checked.
        String prompt = refusal == null ? request.prompt().textOrNull() : null;
        if (before.end() != null) {
            journal.append(
                    entry(request, prompt, now, before.end(), request.target().jobId(), false));
            return new Result(before.end(), Duration.ZERO);
        }
        JobService.Handled handled = service.handle(request, refusal, now);
        Fault after = faults.effect(
                Phase.AFTER_WORK, request.target(), requested, handled.answer().isSuccess());
        ResponseEnd end = after.end() == null ? new ResponseEnd.Answered(handled.answer()) : after.end();
        journal.append(entry(request, prompt, now, end, handled.jobId(), handled.counted()));
        return new Result(end, after.delay());
    }

    private static JournalEntry entry(
            ServiceRequest request,
            @Nullable String prompt,
            Instant now,
            ResponseEnd end,
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
                switch (end) {
                    case ResponseEnd.Answered answered -> answered.answer().status();
                    case ResponseEnd.Padded padded -> 200;
                    case ResponseEnd.Hung hung -> null;
                    case ResponseEnd.Dropped dropped -> null;
                },
                switch (end) {
                    case ResponseEnd.Answered answered -> "answered";
                    case ResponseEnd.Padded padded -> "answered";
                    case ResponseEnd.Hung hung -> "hung";
                    case ResponseEnd.Dropped dropped -> "dropped";
                },
                counted);
    }

    private static <T> Mono<T> after(Duration delay, Supplier<Mono<T>> step) {
        return delay.isZero() ? step.get() : Mono.delay(delay).flatMap(tick -> step.get());
    }
}
