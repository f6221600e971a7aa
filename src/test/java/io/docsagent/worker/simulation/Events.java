package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
                Event event = event(JSON.readTree(entry.text()));
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

    private static Event event(JsonNode json) {
        return new Event(
                json.get("eventId").asString(),
                json.get("type").asString(),
                Instant.parse(json.get("time").asString()),
                json.get("projectId").asString(),
                json.path("metadata").path("id").stringValue(null),
                json.path("jobId").stringValue(null),
                json.path("status").stringValue(null),
                json.path("prLink").stringValue(null),
                json.path("sequence").asLong(0),
                json.path("reason").path("code").stringValue(""),
                json.path("original").path("state").stringValue(null),
                json.path("original").path("jobId").stringValue(null),
                json.path("operationId").stringValue(null));
    }

    /**
     * One of them.
     *
     * @param command that it is about, by what its metadata say
     * @param sequence 0 where it is not of a job
     * @param original the state of the command that was repeated
     * @param originalJob its job
     * @param operation the id of the operation that it answers
     */
    record Event(
            String id,
            String type,
            Instant time,
            String project,
            @Nullable String command,
            @Nullable String jobId,
            @Nullable String status,
            @Nullable String prLink,
            long sequence,
            String reason,
            @Nullable String original,
            @Nullable String originalJob,
            @Nullable String operation) {

        /** Of the input by which it was decided, among those of its project. */
        long offset() {
            return Long.parseLong(id.split("-", -1)[1]);
        }
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

    /**
     * Whether the command ended twice so far apart that it was forgotten between: published again, it may have waited for
     * a worker meanwhile.
     */
    boolean endedAgainAfter(String command, Duration retention) {
        List<Event> ends = endsOf(command);
        return ends.stream()
                .anyMatch(first -> ends.stream()
                        .filter(second ->
                                second.jobId() == null || !second.jobId().equals(first.jobId()))
                        .anyMatch(second ->
                                first.time().plus(retention).minus(MARGIN).isBefore(second.time())));
    }

    /** The answers to repetitions of the command, in their order. */
    List<Event> duplicatesOf(String command) {
        return ofCommand.getOrDefault(command, List.of()).stream()
                .filter(event -> event.original() != null)
                .toList();
    }
}
