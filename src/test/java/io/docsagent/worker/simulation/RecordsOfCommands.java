package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The last record of every command says what its last event said, and is deleted when the command is forgotten. */
final class RecordsOfCommands {

    private static final JsonMapper JSON = new JsonMapper();

    private final Broker broker;
    private final Promises promises;
    private final Events events;

    RecordsOfCommands(Broker broker, Promises promises, Events events) {
        this.broker = broker;
        this.promises = promises;
        this.events = events;
    }

    /** When everything has been forgotten. */
    void check() {
        Map<String, LogPartition.Entry> last = new LinkedHashMap<>();
        Map<String, LogPartition.Entry> deleted = new LinkedHashMap<>();
        for (LogPartition partition : broker.all(Broker.TOPICS.commands())) {
            for (LogPartition.Entry entry : partition.written()) {
                String key = new String(Objects.requireNonNull(entry.key()), StandardCharsets.UTF_8);
                if (entry.value() == null) {
                    deleted.put(key, entry);
                } else {
                    last.put(key, entry);
                    deleted.remove(key);
                }
            }
        }
        last.forEach((key, entry) -> {
            LogPartition.Entry deletion = deleted.get(key);
            if (deletion == null) {
                promises.broken("a record is left of " + key + ": " + entry.text());
            } else {
                agrees(JSON.readTree(entry.text()), deletion.appendedAt());
            }
        });
    }

    private void agrees(JsonNode record, Instant deletedAt) {
        if (Set.of("queued", "sent").contains(record.get("state").asString())) {
            promises.broken("deleted before it had ended: " + record);
            return;
        }
        String eventId = record.path("eventId").stringValue(null);
        if (eventId == null && record.get("state").asString().equals("accepted")) {
            // A job that was given up is followed again after a message of unknown outcome.
            return;
        }
        Events.Event event = events.all().stream()
                .filter(each -> each.id().equals(eventId))
                .findFirst()
                .orElse(null);
        if (event == null || !saysTheSame(record, event)) {
            promises.broken("the last record says " + record + ", its event " + event);
            return;
        }
        // The times of two partitions differ by as much as their leaders' clocks.
        events.endsOf(record.path("metadata").path("id").stringValue("")).stream()
                .filter(end -> !end.reason().equals("command_id_reused"))
                .filter(end -> Objects.equals(end.jobId(), event.jobId()))
                .filter(end -> end.time().isAfter(event.time()))
                .filter(end -> end.time().isBefore(deletedAt.minus(Events.MARGIN)))
                .forEach(end -> promises.broken("the last record is older than " + end + ": " + record));
    }

    private static boolean saysTheSame(JsonNode record, Events.Event event) {
        boolean isOfJob = event.type().startsWith("job.");
        return record.get("state")
                        .asString()
                        .equals(isOfJob ? "accepted" : event.type().replace("command.", ""))
                && (!isOfJob
                        || Objects.equals(event.jobId(), record.path("jobId").stringValue(null)))
                && Objects.equals(event.status(), record.path("status").stringValue(null))
                && Objects.equals(event.prLink(), record.path("prLink").stringValue(null));
    }
}
