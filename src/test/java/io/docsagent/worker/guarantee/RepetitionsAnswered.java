package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A repetition is answered with where its command stands, for each command once in a minute at most. */
public record RepetitionsAnswered() implements Promise {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Lives lives = new Lives(history);
        Map<String, List<Event>> events = history.eventsByCommand();
        Map<String, List<Arrival>> arrivals = new HashMap<>();
        history.arrivals()
                .forEach(arrival -> arrivals.computeIfAbsent(arrival.command(), none -> new ArrayList<>())
                        .add(arrival));
        arrivals.forEach((command, ofIt) -> {
            List<Event> said = events.getOrDefault(command, List.of());
            List<Event> answers =
                    said.stream().filter(RepetitionsAnswered::isAnswer).toList();
            for (int i = 1; i < ofIt.size(); i++) {
                Arrival again = ofIt.get(i);
                boolean isFirst = lives.at(command, ofIt.get(i - 1).position()) != lives.at(command, again.position());
                if (!isFirst && answers.stream().noneMatch(answer -> answers(answer, again))) {
                    broken.add("no answer: " + again + ", but " + said);
                }
            }
            for (int i = 0; i < answers.size(); i++) {
                Event answer = answers.get(i);
                if (ofIt.stream().skip(1).noneMatch(again -> again.position() == answer.offset())) {
                    broken.add("answer to no repetition: " + answer);
                }
                if (i > 0
                        && answers.get(i - 1).time().plus(INTERVAL).isAfter(answer.time())
                        && lives.at(command, answers.get(i - 1).offset()) == lives.at(command, answer.offset())) {
                    broken.add("answered too often: " + answer);
                }
                if (!isSo(answer, said, lives)) {
                    broken.add("answered with what is not so: " + answer + ", but " + said);
                }
            }
        });
        return broken;
    }

    private static boolean isAnswer(Event event) {
        return event.type().equals("command.duplicate");
    }

    private static boolean answers(Event answer, Arrival again) {
        return answer.offset() <= again.position()
                && (answer.offset() == again.position()
                        || answer.time().plus(INTERVAL).isAfter(again.at()));
    }

    private static boolean isSo(Event answer, List<Event> said, Lives lives) {
        String command = String.valueOf(answer.command());
        int life = lives.at(command, answer.offset());
        List<Event> ends = said.subList(0, said.indexOf(answer)).stream()
                .filter(event -> event.end() != null)
                .toList();
        Event last = ends.isEmpty() ? null : ends.getLast();
        if (last != null && lives.at(command, last.offset()) == life) {
            return agrees(answer, last, ends);
        }
        // Unless an operator began this life, the last one may be remembered for longer than it must be.
        boolean isOlder = last != null && !lives.isByOperator(command, life) && agrees(answer, last, ends);
        return isOlder || Set.of("queued", "sent").contains(String.valueOf(answer.original()));
    }

    /** Of several jobs, which it may have become where it was sent again, any one is right. */
    private static boolean agrees(Event answer, Event last, List<Event> ends) {
        return last.isOfJob()
                ? "accepted".equals(answer.original())
                        && ends.stream()
                                .anyMatch(end ->
                                        String.valueOf(answer.originalJob()).equals(end.jobId()))
                : String.valueOf(last.end()).equals(answer.original());
    }
}
