package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The status events, as a subscriber reads them. */
final class Events {

    /** They have the time of their partition's leader, which may be wrong by 5 s, and so may another one's. */
    static final Duration MARGIN = Duration.ofSeconds(11);

    private static final JsonMapper JSON = new JsonMapper();

    private final List<Event> all = new ArrayList<>();
    private final Map<String, List<Event>> ofCommand = new HashMap<>();

    private Events() {}

    static Events of(Broker broker) {
        Events events = new Events();
        for (LogPartition partition : broker.all(Broker.TOPICS.jobStatus())) {
            for (LogPartition.Entry entry : partition.written()) {
                Event event = Event.of(partition.number(), JSON.readTree(entry.text()));
                events.all.add(event);
                if (event.command() != null) {
                    events.ofCommand
                            .computeIfAbsent(event.command(), none -> new ArrayList<>())
                            .add(event);
                }
            }
        }
        return events;
    }

    List<Event> all() {
        return all;
    }

    /** The events by which the command ended, in their order; for one that was accepted, those of its job. */
    List<Event> endsOf(String command) {
        return ofCommand.getOrDefault(command, List.of()).stream()
                .filter(event -> !event.type().equals("command.queued") && event.original() == null)
                .toList();
    }
}
