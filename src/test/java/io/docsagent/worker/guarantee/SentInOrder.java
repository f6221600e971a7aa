package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Command;
import io.docsagent.worker.guarantee.History.Post;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The commands of a lane reach the service in the order of publication: none is sent for the last time before an earlier one. */
public record SentInOrder() implements Promise {

    @Override
    public List<String> broken(History history) {
        Map<String, List<Post>> posts = history.postsByCommand();
        Map<String, Post> latest = new HashMap<>();
        List<String> broken = new ArrayList<>();
        for (Command command : history.commands().values()) {
            List<Post> inTime = posts.getOrDefault(command.id(), List.of()).stream()
                    .filter(post -> !post.late())
                    .toList();
            if (command.lane() != null && !inTime.isEmpty()) {
                Post last = inTime.getLast();
                Post before = latest.put(command.lane(), last);
                if (before != null && last.sent() < before.sent()) {
                    broken.add("order: " + last + " overtook " + before + " in " + command.lane());
                }
            }
        }
        return broken;
    }
}
