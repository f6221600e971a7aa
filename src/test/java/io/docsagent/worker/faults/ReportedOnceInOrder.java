package io.docsagent.worker.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each event is read once, those of a project in the order of what caused them, those of a job without a gap. */
record ReportedOnceInOrder() implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        List<String> broken = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Map<String, Event> latest = new HashMap<>();
        for (Event event : evidence.events()) {
            if (!ids.add(event.eventId())) {
                broken.add("read twice: " + event);
            }
            Event before = latest.put(event.projectId(), event);
            if (before != null
                    && (before.partition() != event.partition() || before.inputOffset() > event.inputOffset())) {
                broken.add("out of order: " + before + " before " + event);
            }
        }
        evidence.eventsByJob().forEach((job, events) -> {
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).sequence() != i + 1) {
                    broken.add("expected sequence " + (i + 1) + " of " + job + ": " + events.get(i));
                }
            }
        });
        return broken;
    }
}
