package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.engine.EngineObserver;
import io.docsagent.worker.wire.GatewayRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Counts what the engine decides. */
public final class EngineMeters implements EngineObserver {

    private static final Effect.Count UNKNOWN_PULL_REQUEST = new Effect.Count(Result.PULL_REQUEST_UNKNOWN, null, null);

    private static final Set<Result> FORGOTTEN =
            EnumSet.of(Result.MARK_FORGOTTEN_EARLY, Result.JOB_FORGOTTEN_EARLY, Result.PROJECT_FORGOTTEN_EARLY);

    private final MeterRegistry registry;
    private final PublisherLabels publishers;
    private final Map<Effect.Count, Counter> counts = new ConcurrentHashMap<>();
    private final Map<StatusEvent.Type, Counter> events = new EnumMap<>(StatusEvent.Type.class);
    private final Counter creates;
    private final Counter messages;
    private final Counter queries;
    private final Counter failed;
    private final Counter restored;
    private final WaitMeters waits;
    private final UsageMeters usage;

    public EngineMeters(MeterRegistry registry, PublisherLabels publishers, ProjectLabels projects, Topics topics) {
        this.registry = registry;
        this.publishers = publishers;
        this.usage = new UsageMeters(registry, publishers, projects);
        this.waits = new WaitMeters(registry, publishers, usage);
        this.failed =
                counter("docs.agent.failed.inputs", "Inputs whose decision failed", "inputs", "topic", topics.inputs());
        this.restored = counter("docs.agent.restores", "Partitions whose state was restored", "restores");
        publishers.topics().forEach(this::lost);
        lost(topics.operations());
        if (topics.readsPullRequests()) {
            lost(topics.pullRequests());
            count(UNKNOWN_PULL_REQUEST);
        }
        lost(topics.inputs());
        this.creates = calls("create");
        this.messages = calls("message");
        this.queries = calls("outcome_query");
        for (StatusEvent.Type type : StatusEvent.Type.values()) {
            events.put(
                    type,
                    counter("docs.agent.events", "Events published to subscribers", "events", "type", type.value()));
        }
        for (Result result : Result.values()) {
            if (FORGOTTEN.contains(result)) {
                count(new Effect.Count(result, null, null));
                continue;
            }
            if (result == Result.PULL_REQUEST_UNKNOWN) {
                continue;
            }
            for (Command.Type type : Command.Type.values()) {
                publishers.all().forEach(publisher -> count(new Effect.Count(result, type, publisher)));
            }
        }
    }

    @Override
    public void decided(String projectId, Decision decision) {
        for (Effect effect : decision.effects()) {
            switch (effect) {
                case Effect.Send send -> calls(send.request()).increment();
                case Effect.Announce announce ->
                    Objects.requireNonNull(events.get(announce.event().type())).increment();
                case Effect.Count count -> count(count).increment();
                case Effect.PublishState state -> {}
                case Effect.Spread spread -> {}
                case Effect.Report report -> {}
                case Effect.Watch watch -> {}
                case Effect.Release release -> {}
            }
        }
        waits.decided(projectId, decision);
        usage.decided(projectId, decision);
    }

    @Override
    public void failed(String projectId) {
        failed.increment();
    }

    @Override
    public void restored(int partition) {
        restored.increment();
    }

    @Override
    public void lost(String topic, long offsets) {
        lost(topic).increment((double) offsets);
    }

    private Counter lost(String topic) {
        return counter(
                "docs.agent.lost.records", "Records deleted before they were read, at most", "records", "topic", topic);
    }

    private Counter count(Effect.Count count) {
        return counts.computeIfAbsent(count, this::register);
    }

    private Counter register(Effect.Count count) {
        if (count.equals(UNKNOWN_PULL_REQUEST)) {
            return counter(
                    "docs.agent.unknown.pull.requests",
                    "Reports of pull requests that no job of their project has",
                    "requests");
        }
        return FORGOTTEN.contains(count.result())
                ? counter(
                        "docs.agent.forgotten.entries",
                        "Entries forgotten early, to limit the heap",
                        "entries",
                        "kind",
                        count.code().replace("_forgotten_early", ""))
                : counter(
                        "docs.agent.commands",
                        "Commands by result",
                        "commands",
                        "type",
                        label(count.type()),
                        "result",
                        count.code(),
                        "publisher",
                        publishers.of(Publisher.orDefault(count.publisher())));
    }

    private Counter calls(String operation) {
        return counter("docs.agent.decided.calls", "Requests to the gateway", "calls", "operation", operation);
    }

    private Counter counter(String name, String description, String unit, String... tags) {
        return Counter.builder(name)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }

    private Counter calls(GatewayRequest request) {
        return switch (request) {
            case GatewayRequest.Call call -> call.jobId() == null ? creates : messages;
            case GatewayRequest.OutcomeQuery query -> queries;
        };
    }

    private static String label(Command.@Nullable Type type) {
        return type == null ? "none" : type.name().toLowerCase(Locale.ROOT);
    }
}
