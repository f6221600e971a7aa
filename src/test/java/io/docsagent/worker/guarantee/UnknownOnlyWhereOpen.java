package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Outcome;
import io.docsagent.worker.guarantee.History.Post;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command is unknown only where the service's answer said nothing, or an outage met its call while it was open.
 *
 * @param open the longest that a call is open, from its commit to its outcome in the log
 * @param notAfter the longest from the decision to make a call to its commit
 */
public record UnknownOnlyWhereOpen(Duration open, Duration notAfter) implements Promise {

    @Override
    public List<String> broken(History history) {
        Map<String, List<Post>> posts = history.postsByCommand();
        Map<String, List<Call>> calls = history.callsByCommand();
        Lives lives = new Lives(history);
        List<String> broken = new ArrayList<>();
        for (Event event : history.events()) {
            if (event.type().equals("command.unknown")) {
                String command = String.valueOf(event.command());
                int life = lives.at(command, event.offset());
                List<Post> its = posts.getOrDefault(command, List.of()).stream()
                        .filter(post -> lives.of(post) == life)
                        .toList();
                List<Call> unknown = calls.getOrDefault(command, List.of()).stream()
                        .filter(call -> lives.at(command, call.first()) == life)
                        .filter(call -> call.unknownFrom() <= event.offset() && call.settledFrom() > event.offset())
                        .toList();
                boolean isLeftOpen = its.stream().anyMatch(post -> post.outcome() == Outcome.NOTHING);
                if (unknown.isEmpty()
                        || (!isLeftOpen && unknown.stream().noneMatch(call -> wasOpen(history, its, call)))) {
                    broken.add("unknown though no call was open: " + event + ", POSTs " + its + ", calls " + unknown);
                }
            }
        }
        return broken;
    }

    private boolean wasOpen(History history, List<Post> posts, Call call) {
        Post last = posts.isEmpty() ? null : posts.getLast();
        if (last == null || (last.settled() != History.NEVER && last.at().isBefore(call.at()))) {
            // A commit may reach the broker, and its answer be lost, until the outage's last requests have timed out.
            return isOutage(history, call.at().minus(open), call.at().plus(notAfter));
        }
        // Whoever is frozen between the last check and the first byte sends the call when it goes on.
        Instant opened = call.at().isAfter(last.at()) ? last.at() : call.at();
        return isOutage(history, opened, last.at().plus(open));
    }

    private static boolean isOutage(History history, Instant from, Instant to) {
        return history.outages().stream().anyMatch(outage -> from.isBefore(outage.to()) && to.isAfter(outage.from()));
    }
}
