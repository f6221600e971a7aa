package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A project's commands whose calls are in flight. */
public final class CallsInFlight {

    private final Map<String, QueuedCommand> byId;

    CallsInFlight(Map<String, QueuedCommand> byId) {
        this.byId = new HashMap<>(byId);
    }

    void put(QueuedCommand called) {
        byId.put(called.callId(), called);
    }

    void remove(QueuedCommand called) {
        byId.remove(called.callId());
    }

    Optional<QueuedCommand> find(String callId) {
        return Optional.ofNullable(byId.get(callId));
    }

    public int count() {
        return byId.size();
    }

    public Collection<QueuedCommand> all() {
        return byId.values();
    }

    /** Those whose outcome is to be queried now, in the order of arrival. */
    public List<QueuedCommand> dueForQuery(Instant now) {
        return byId.values().stream()
                .filter(called -> !called.inFlight().queryAt().isAfter(now))
                .sorted(Comparator.comparingLong(QueuedCommand::sequence))
                .toList();
    }

    Map<String, QueuedCommand> byId() {
        return Map.copyOf(byId);
    }
}
