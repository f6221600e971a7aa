package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Command;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has ended, cancelled or otherwise, is not called any more, and every cancel is answered once. */
public record EndedNotSent() implements Promise {

    private static final Set<String> ANSWERS = Set.of("command.rejected", "command.duplicate");

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Lives lives = new Lives(history);
        Map<String, List<Call>> calls = history.callsByCommand();
        Map<String, List<Event>> events = history.eventsByCommand();
        Set<String> jobs = new HashSet<>();
        for (Event event : history.events()) {
            // What a job does later may be of an earlier life of its command.
            if (event.end() != null && (!event.isOfJob() || jobs.add(event.command() + " " + event.jobId()))) {
                calls.getOrDefault(event.command(), List.of()).stream()
                        .filter(call -> call.isNotBefore(event))
                        .filter(call ->
                                lives.at(call.command(), call.last()) == lives.at(call.command(), event.offset()))
                        .forEach(call -> broken.add("called after " + event + ": " + call));
            }
        }
        for (Command cancel : history.commands().values()) {
            if (cancel.cancels() == null) {
                continue;
            }
            boolean done = events.getOrDefault(cancel.cancels(), List.of()).stream()
                    .anyMatch(event -> event.type().equals("command.cancelled"));
            long answers = events.getOrDefault(cancel.id(), List.of()).stream()
                    .filter(event -> ANSWERS.contains(event.type()))
                    .count();
            if (answers > 1 || (answers == 0 && !done)) {
                broken.add(answers + " answers: " + cancel);
            }
        }
        return broken;
    }
}
