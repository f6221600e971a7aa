package io.docsagent.worker.simulation;

import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** For how long commands that ended are remembered: a repetition that is read later is a new command. */
final class Retention {

    private static final Format<Input> INPUT = Format.of(Input.class);

    /** The clocks of leaders may differ by 10 s. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Broker broker;
    private final Duration lasts;

    Retention(Broker broker, Duration lasts) {
        this.broker = broker;
        this.lasts = lasts;
    }

    /** Whether the latest repetition of the command, not the same record again, was read after it was forgotten. */
    boolean isOver(String command, Instant ended) {
        List<Arrival> arrivals = broker.all(Broker.TOPICS.inputs()).stream()
                .flatMap(partition -> partition.written().stream())
                .<Arrival>mapMulti((entry, each) -> {
                    if (INPUT.read(Release.NEXT.reads(entry.value())) instanceof Input.CommandArrived arrived
                            && Post.commandOf(arrived.command().prompt()).equals(command)) {
                        each.accept(new Arrival(arrived, entry.at()));
                    }
                })
                .sorted((one, other) -> one.at.compareTo(other.at))
                .toList();
        if (arrivals.isEmpty()) {
            return false;
        }
        Input.CommandArrived first = arrivals.getFirst().record;
        Instant since = endOf(command, ended);
        return arrivals.stream()
                .filter(arrival -> !Objects.equals(arrival.record.published(), first.published()))
                .anyMatch(arrival -> arrival.at.isAfter(since.plus(lasts).minus(MARGIN)));
    }

    /** What is sent ends later, and is remembered from then on. */
    private Instant endOf(String command, Instant sent) {
        return Events.of(broker).endsOf(command).stream()
                .map(Events.Event::time)
                .filter(end -> !end.isBefore(sent.minus(Events.MARGIN)))
                .min(Instant::compareTo)
                .filter(sent::isBefore)
                .orElse(sent);
    }

    private record Arrival(Input.CommandArrived record, Instant at) {}
}
