package io.docsagent.worker.faults;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From an operator's hold to its end, no call is decided for the project. */
record NothingSentWhileHeld() implements EvidenceCheck {

    /** @param to null while it lasts */
    private record Held(Instant from, @Nullable Instant to) {

        boolean covers(Instant time) {
            return time.isAfter(from) && (to == null || time.isBefore(to));
        }
    }

    @Override
    public List<String> broken(Evidence evidence) {
        Map<String, List<Held>> holds = holds(evidence.events());
        Map<String, Instant> decided = evidence.decided().get();
        List<String> broken = new ArrayList<>();
        for (Published command : evidence.published()) {
            Instant at = decided.get(command.commandId());
            List<Held> ofProject = holds.getOrDefault(command.projectId(), List.of());
            if (at != null && ofProject.stream().anyMatch(held -> held.covers(at))) {
                broken.add(command.commandId() + " was to be sent at " + at + ", while an operator held its project: "
                        + ofProject);
            }
        }
        return broken;
    }

    private static Map<String, List<Held>> holds(List<Event> events) {
        Map<String, List<Held>> holds = new HashMap<>();
        for (Event event : events) {
            if (event.isOfOperator()) {
                List<Held> ofProject = holds.computeIfAbsent(event.projectId(), project -> new ArrayList<>());
                if (!ofProject.isEmpty() && ofProject.getLast().to() == null) {
                    ofProject.add(new Held(ofProject.removeLast().from(), event.time()));
                }
                if (event.type().equals("project.held")) {
                    ofProject.add(new Held(event.time(), null));
                }
            }
        }
        return holds;
    }
}
