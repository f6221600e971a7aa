package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Post;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every command ends as a job, rejected, expired, cancelled, superseded or unknown: in one way only, but that a job may
 * resolve an unknown, and an operator may say that an unknown was not taken, and be wrong. What the service took ends as
 * a job or unknown.
 *
 * @param most so many jobs a command may become, and one more each time that an operator says what became of it
 */
public record EndedOnce(int most) implements Promise {

    private static final Set<String> RESOLVED = Set.of("job", "unknown");

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Lives lives = new Lives(history);
        Map<String, List<Post>> posts = history.postsByCommand();
        Map<String, List<Event>> events = history.eventsByCommand();
        history.commands().values().stream()
                .filter(command -> command.cancels() == null)
                .map(History.Command::id)
                .forEach(command -> {
                    List<Event> ends = events.getOrDefault(command, List.of()).stream()
                            .filter(event -> event.end() != null)
                            .toList();
                    if (ends.isEmpty()) {
                        broken.add("lost: " + command + " has not ended, POSTs " + posts.get(command));
                    }
                    TreeMap<Integer, List<Event>> byLife = new TreeMap<>();
                    Map<String, Integer> lifeOfJob = new HashMap<>();
                    for (Event end : ends) {
                        // What a job does later is of the life in which it began.
                        int life = lives.at(command, end.offset());
                        int its = end.jobId() == null ? life : lifeOfJob.computeIfAbsent(end.jobId(), job -> life);
                        byLife.computeIfAbsent(its, none -> new ArrayList<>()).add(end);
                    }
                    long jobs = most + lives.byOperators(command).size() + saidTaken(history, command);
                    byLife.forEach((life, inOne) -> inOneWay(inOne, lives.isByOperator(command, life), jobs, broken));
                    lives.byOperators(command).forEach(life -> wasUnknown(command, byLife.headMap(life), broken));
                    boolean taken =
                            posts.getOrDefault(command, List.of()).stream().anyMatch(post -> post.job() != null);
                    if (taken && ends.stream().noneMatch(end -> RESOLVED.contains(end.end()))) {
                        broken.add("taken and not reported: " + ends + ", POSTs " + posts.get(command));
                    }
                });
        events.keySet().stream()
                .filter(command -> !history.commands().containsKey(command))
                .forEach(command -> broken.add("never published: " + events.get(command)));
        return broken;
    }

    /** An operator can resolve nothing else. */
    private static void wasUnknown(String command, SortedMap<Integer, List<Event>> before, List<String> broken) {
        List<Event> ends = before.isEmpty() ? List.of() : before.lastEntry().getValue();
        if (ends.isEmpty() || !ends.stream().allMatch(end -> "unknown".equals(end.end()))) {
            broken.add("resolved though it was not unknown: " + command + " " + ends);
        }
    }

    private static long saidTaken(History history, String command) {
        return history.operations().values().stream()
                .filter(operation -> command.equals(operation.saysTaken()))
                .count();
    }

    private static void inOneWay(List<Event> ends, boolean byOperator, long most, List<String> broken) {
        Set<String> how = new TreeSet<>();
        Set<String> jobs = new HashSet<>();
        int told = 0;
        for (Event end : ends) {
            if (Lives.NOT_REMEMBERED.contains(end.reason())) {
                continue;
            }
            how.add(Objects.requireNonNull(end.end()));
            if (end.isOfJob()) {
                jobs.add(String.valueOf(end.jobId()));
            } else {
                told++;
            }
        }
        boolean inOneWay =
                how.size() < 2 || RESOLVED.equals(how) || (byOperator && how.size() == 2 && how.contains("job"));
        if (!inOneWay || told > 1 || jobs.size() > most) {
            broken.add("ended twice: " + ends);
        }
    }
}
