package io.docsagent.worker.guarantee;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every operation is done or refused, once, however often it is asked for. */
public record OperationsAnsweredOnce() implements Promise {

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Map<String, Integer> answers = new HashMap<>();
        for (Event event : history.events()) {
            if (event.isAnswer()) {
                answers.merge(String.valueOf(event.operation()), 1, Integer::sum);
            }
        }
        history.operations().forEach((id, operation) -> {
            int times = answers.getOrDefault(id, 0);
            if (times != 1) {
                broken.add("answered " + times + " times: " + operation);
            }
        });
        answers.keySet().stream()
                .filter(id -> !history.operations().containsKey(id))
                .forEach(id -> broken.add("answered and never asked for: " + id));
        return broken;
    }
}
