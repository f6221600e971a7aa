package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the beginning of an operator's hold to its end, both of which are announced, no call is decided for the project. */
public record NotSentWhileHeld() implements Promise {

    private record Held(Event from, @Nullable Event to) {

        boolean covers(Call call) {
            return call.project().equals(from.project()) && call.isNotBefore(from) && (to == null || call.isBefore(to));
        }
    }

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        List<Held> holds = new ArrayList<>();
        Map<String, Event> held = new HashMap<>();
        for (Event event : history.events()) {
            if (event.isOfOperator("held")) {
                held.putIfAbsent(event.project(), event);
            } else if (event.isOfOperator("resumed")) {
                Event from = held.remove(event.project());
                if (from != null) {
                    holds.add(new Held(from, event));
                }
            }
            Operation done =
                    event.type().equals("operation.done") ? history.operations().get(event.operation()) : null;
            if (done != null && done.holds() && !isAnnounced(history, event)) {
                broken.add("held without a word: " + event);
            }
        }
        held.values().forEach(event -> holds.add(new Held(event, null)));
        for (Call call : history.calls()) {
            holds.stream()
                    .filter(hold -> hold.covers(call))
                    .forEach(hold -> broken.add("called while an operator held it: " + call + ", " + hold));
        }
        return broken;
    }

    /** By the same input. */
    private static boolean isAnnounced(History history, Event done) {
        return history.events().stream()
                .anyMatch(event -> event.isOfOperator("held")
                        && event.project().equals(done.project())
                        && event.offset() == done.offset());
    }
}
