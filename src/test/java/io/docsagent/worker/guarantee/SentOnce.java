package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Post;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A command that was published is sent again only after an answer that allows it, and no other is sent.
 *
 * @param most so many POSTs of a command may have been taken
 */
public record SentOnce(int most) implements Promise {

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Lives lives = new Lives(history);
        history.postsByCommand().forEach((command, posts) -> {
            if (!history.commands().containsKey(command)) {
                broken.add("sent and never published: " + posts);
            }
            for (int i = 0; i < posts.size(); i++) {
                Post post = posts.get(i);
                List<Post> open = posts.subList(0, i).stream()
                        .filter(earlier -> earlier.settled() > post.sent() && lives.of(earlier) == lives.of(post))
                        .toList();
                if (open.size() >= most) {
                    broken.add("sent twice: " + post + " after " + open);
                }
            }
        });
        Set<String> ids = new HashSet<>();
        history.calls().stream()
                .map(Call::id)
                .filter(id -> !ids.add(id))
                .forEach(id -> broken.add("sent twice under the same name: " + id));
        return broken;
    }
}
