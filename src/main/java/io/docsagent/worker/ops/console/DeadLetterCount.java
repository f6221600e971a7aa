package io.docsagent.worker.ops.console;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** How many dead letters this instance has written since its start, from one topic and for one reason. */
record DeadLetterCount(String topic, String reason, long letters) {

    /** The most frequent first. */
    static List<DeadLetterCount> of(MeterRegistry meters) {
        return meters.find("docs.agent.dead.letters").counters().stream()
                .map(counter ->
                        new DeadLetterCount(tag(counter, "topic"), tag(counter, "reason"), (long) counter.count()))
                .filter(count -> count.letters() > 0)
                .sorted(Comparator.comparingLong(DeadLetterCount::letters).reversed())
                .toList();
    }

    private static String tag(Counter counter, String name) {
        return Objects.requireNonNull(counter.getId().getTag(name), name);
    }
}
