package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The last record of every command says what its last event said.
 *
 * @param margin by which the clocks may differ
 * @param forgotten whether everything is forgotten at the end, and so every record deleted
 */
public record RecordsAgree(Duration margin, boolean forgotten) implements Promise {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Map<String, Stored> last = new LinkedHashMap<>();
        Map<String, Stored> deletions = new HashMap<>();
        for (Stored record : history.records()) {
            if (record.json() == null) {
                deletions.put(record.key(), record);
            } else {
                last.put(record.key(), record);
                deletions.remove(record.key());
            }
        }
        Map<String, Event> byId = new HashMap<>();
        history.events().forEach(event -> byId.put(event.id(), event));
        Map<String, List<Event>> byCommand = history.eventsByCommand();
        last.forEach((key, record) -> {
            Stored deletion = deletions.get(key);
            if (deletion == null && forgotten) {
                broken.add("a record is left of " + key + ": " + record);
            } else {
                agrees(record, deletion, byId, byCommand, broken);
            }
        });
        return broken;
    }

    private void agrees(
            Stored stored,
            @Nullable Stored deletion,
            Map<String, Event> byId,
            Map<String, List<Event>> byCommand,
            List<String> broken) {
        JsonNode record = JSON.readTree(stored.json());
        String state = record.get("state").asString();
        if (Set.of("queued", "sent").contains(state)) {
            broken.add("the last record says that it has not ended: " + record);
            return;
        }
        String eventId = record.path("eventId").stringValue(null);
        if (eventId == null && state.equals("accepted")) {
            // A job that was given up is followed again after a message of unknown outcome.
            return;
        }
        Event event = eventId == null ? null : byId.get(eventId);
        if (event == null || !saysTheSame(record, state, event)) {
            broken.add("the last record says " + record + ", its event " + event);
            return;
        }
        byCommand.getOrDefault(event.command(), List.of()).stream()
                .filter(end -> end.end() != null && !end.reason().equals("command_id_reused"))
                .filter(end -> Objects.equals(end.jobId(), event.jobId()))
                .filter(end -> end.time().isAfter(event.time()))
                .filter(end ->
                        deletion == null || end.time().isBefore(deletion.at().minus(margin)))
                .forEach(end -> broken.add("the last record is older than " + end + ": " + record));
    }

    private static boolean saysTheSame(JsonNode record, String state, Event event) {
        return state.equals(event.isOfJob() ? "accepted" : event.end())
                && (!event.isOfJob()
                        || Objects.equals(event.jobId(), record.path("jobId").stringValue(null)))
                && Objects.equals(event.status(), record.path("status").stringValue(null))
                && Objects.equals(event.prLink(), record.path("prLink").stringValue(null));
    }
}
