package io.docsagent.worker.ops.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs what was counted in a minute, in one line, where anything was: a line for each command would fill the log. */
public final class MinuteLog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MinuteLog.class);

    /** As many held projects are named: enough to begin with; {@code /actuator/projects} has the others. */
    static final int NAMED = 10;

    private final MeterRegistry registry;
    private final Runnable afterwards;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("minute-log").factory());
    private Map<String, Long> before = Map.of();

    /** @param afterwards runs after each minute */
    public MinuteLog(MeterRegistry registry, Runnable afterwards) {
        this.registry = registry;
        this.afterwards = afterwards;
    }

    void start() {
        var unused = timer.scheduleWithFixedDelay(this::minuteEnds, 1, 1, TimeUnit.MINUTES);
    }

    /** A failure must not end the schedule. */
    synchronized void minuteEnds() {
        try {
            Map<String, Long> all = counts();
            Map<String, Long> ofMinute = new TreeMap<>(all);
            ofMinute.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
            ofMinute.values().removeIf(count -> count == 0);
            before = all;
            if (!ofMinute.isEmpty()) {
                write(ofMinute);
            }
            afterwards.run();
        } catch (RuntimeException e) {
            log.atWarn().setCause(e).log("Could not log the counts of a minute");
        }
    }

    private void write(Map<String, Long> ofMinute) {
        LoggingEventBuilder line = log.atInfo();
        for (Map.Entry<String, Long> count : ofMinute.entrySet()) {
            line = line.addKeyValue(count.getKey(), count.getValue());
        }
        List<String> held = held();
        if (!held.isEmpty()) {
            line = line.addKeyValue("held", held.stream().limit(NAMED).collect(Collectors.joining(", ")));
        }
        if (held.size() > NAMED) {
            line = line.addKeyValue("heldBesides", held.size() - NAMED);
        }
        line.log("Counts of the last minute");
    }

    /** Since the start: commands by their results, other events by their types, and dead letters. */
    private Map<String, Long> counts() {
        Stream<Counter> events =
                counters("docs.agent.events").filter(counter -> !type(counter).startsWith("command."));
        return Stream.of(
                        sums(counters("docs.agent.commands"), counter -> tag(counter, "result")),
                        sums(events, MinuteLog::type),
                        sums(counters("docs.agent.dead.letters"), counter -> "dead_letters"))
                .flatMap(sums -> sums.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Stream<Counter> counters(String name) {
        return registry.find(name).counters().stream();
    }

    private static Map<String, Long> sums(Stream<Counter> counters, Function<Counter, String> name) {
        return counters.collect(Collectors.groupingBy(name, Collectors.summingLong(counter -> (long) counter.count())));
    }

    private static String type(Counter counter) {
        return tag(counter, "type");
    }

    private static String tag(Meter meter, String name) {
        return Objects.requireNonNull(meter.getId().getTag(name), name);
    }

    /** The projects that are held now, as far as they have a label of their own, and why. */
    private List<String> held() {
        return registry.find("docs.agent.project.held").gauges().stream()
                .filter(gauge -> gauge.value() > 0)
                .map(gauge -> tag(gauge, "project") + " (" + tag(gauge, "reason") + ")")
                .sorted()
                .toList();
    }

    /** The last minute is not a whole one. */
    @Override
    public void close() {
        timer.shutdownNow();
        minuteEnds();
    }
}
