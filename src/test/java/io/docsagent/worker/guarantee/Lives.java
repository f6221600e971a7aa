package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Post;
import io.docsagent.worker.guarantee.History.Renewal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** How often a command has begun anew: what was said of it in one life binds the worker in that life only. */
final class Lives {

    /** Commands refused so are not remembered, so that they may be published again. */
    static final Set<String> NOT_REMEMBERED =
            Set.of("queue_full", "deadline_unreachable", "unknown_create", "command_id_reused");

    private final Map<String, List<Renewal>> renewals = new HashMap<>();

    Lives(History history) {
        history.renewals().forEach(this::add);
        history.events().stream()
                .filter(event -> event.command() != null && NOT_REMEMBERED.contains(event.reason()))
                .forEach(event -> add(new Renewal(event.command(), event.offset() + 1, History.NEVER, false)));
        renewals.values().forEach(each -> each.sort(Comparator.comparingLong(Renewal::position)));
    }

    private void add(Renewal renewal) {
        renewals.computeIfAbsent(renewal.command(), none -> new ArrayList<>()).add(renewal);
    }

    private List<Renewal> of(String command) {
        return renewals.getOrDefault(command, List.of());
    }

    /** In which life of its command an input at that position finds it. */
    int at(String command, long position) {
        return (int) of(command).stream()
                .filter(renewal -> renewal.position() <= position)
                .count();
    }

    /** In which life of its command it left. */
    int of(Post post) {
        return (int) of(post.command()).stream()
                .filter(renewal -> renewal.sent() <= post.sent())
                .count();
    }

    /** Those that an operator began, who may be wrong. */
    List<Integer> byOperators(String command) {
        return IntStream.range(0, of(command).size())
                .filter(i -> of(command).get(i).byOperator())
                .mapToObj(i -> i + 1)
                .toList();
    }

    boolean isByOperator(String command, int life) {
        return byOperators(command).contains(life);
    }
}
