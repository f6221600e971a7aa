package io.docsagent.worker.guarantee;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Each event is written once, those of a project in the order of what caused them, those of a job without a gap.
 *
 * @param remembered for at least so long after its last event, but those of its pull request: the next one of a job that
 *     was forgotten is its first
 */
public record EventsInOrder(Duration remembered) implements Promise {

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Map<String, Event> latest = new HashMap<>();
        Map<String, Event> ofJobs = new HashMap<>();
        Map<String, Instant> kept = new HashMap<>();
        for (Event event : history.events()) {
            if (!ids.add(event.id())) {
                broken.add("event twice: " + event);
            }
            Event before = latest.put(event.project(), event);
            if (before != null
                    && (before.partition() != event.partition()
                            || before.offset() > event.offset()
                            || before.time().isAfter(event.time()))) {
                broken.add("out of order: " + before + " before " + event);
            }
            if (event.jobId() != null) {
                String job = event.project() + "/" + event.jobId();
                Event last = ofJobs.put(job, event);
                Instant since = kept.get(job);
                boolean begins = since == null || since.plus(remembered).isBefore(event.time());
                if (since == null || event.type().startsWith("job.")) {
                    kept.put(job, event.time());
                }
                boolean isNext = last != null && event.sequence() == last.sequence() + 1;
                if (!isNext && !(begins && event.sequence() == 1)) {
                    broken.add("out of sequence: " + event + " after " + last);
                }
            }
        }
        return broken;
    }
}
