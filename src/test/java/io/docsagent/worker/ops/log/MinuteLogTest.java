package io.docsagent.worker.ops.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.harness.Lines;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.Refusal;
import io.docsagent.worker.ops.meters.EngineMeters;
import io.docsagent.worker.ops.meters.IngressMeters;
import io.docsagent.worker.ops.meters.ProjectLabels;
import io.docsagent.worker.ops.meters.PublisherLabels;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A minute is one line, however much happened in it. */
@Isolated("listens to a logger that other tests write to")
class MinuteLogTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PublisherLabels publishers = new PublisherLabels(Map.of("requests", "default", "chats", "chat"));
    private final EngineMeters engine =
            new EngineMeters(registry, publishers, new ProjectLabels(List.of(), 2), Driven.TOPICS);
    private final IngressMeters ingress = new IngressMeters(registry, publishers, List.of("operations"));
    private final AtomicInteger ended = new AtomicInteger();
    private final MinuteLog minutes = new MinuteLog(registry, ended::incrementAndGet);
    private final Lines lines = new Lines(MinuteLog.class.getName(), Level.INFO);

    @AfterEach
    void stop() {
        minutes.close();
        lines.close();
    }

    @Test
    void a_minute_is_counted_in_one_line_and_the_next_one_from_zero() {
        count(Effect.Count.Result.ADMITTED, "default", 1_000);
        count(Effect.Count.Result.ADMITTED, "chat", 500);
        count(Effect.Count.Result.ACCEPTED, "chat", 12);
        event("job.completed", 3);
        event("command.queued", 1_488);
        ingress.read(new Reading.Refused(Refusal.NOT_JSON, "is no JSON", null), "requests");
        ingress.read(new Reading.Refused(Refusal.EMPTY, "is empty", null), "chats");
        minutes.minuteEnds();
        count(Effect.Count.Result.REJECTED, "chat", 1);
        minutes.minuteEnds();

        assertThat(lines.texts())
                .containsExactly(
                        "INFO Counts of the last minute accepted=12 admitted=1500 dead_letters=2 job.completed=3",
                        "INFO Counts of the last minute rejected=1");
    }

    @Test
    void a_minute_in_which_nothing_happened_is_not_mentioned() {
        hold("docs", "unauthorized");
        minutes.minuteEnds();

        assertThat(lines.texts()).isEmpty();
        assertThat(ended).hasValue(1);
    }

    @Test
    void projects_that_are_held_are_named_up_to_ten() {
        IntStream.range(10, 23).forEach(i -> hold("p" + i, "throttled"));
        event("project.held", 13);
        minutes.minuteEnds();

        assertThat(lines.texts())
                .containsExactly("INFO Counts of the last minute project.held=13 held="
                        + IntStream.range(10, 20)
                                .mapToObj(i -> "p" + i + " (throttled)")
                                .collect(Collectors.joining(", "))
                        + " heldBesides=3");
    }

    private void count(Effect.Count.Result result, String publisher, int times) {
        List<Effect> effects = Collections.nCopies(times, new Effect.Count(result, Command.Type.CREATE, publisher));
        engine.decided(
                "docs",
                new Decision(new Decision.Changes(Map.of(), Map.of(), Map.of(), Map.of()), effects, Load.NONE, null));
    }

    private void event(String type, int times) {
        Counter counter = registry.get("docs.agent.events").tag("type", type).counter();
        counter.increment(times);
    }

    private void hold(String project, String reason) {
        Gauge.builder("docs.agent.project.held", () -> 1)
                .tag("project", project)
                .tag("reason", reason)
                .strongReference(true)
                .register(registry);
    }
}
