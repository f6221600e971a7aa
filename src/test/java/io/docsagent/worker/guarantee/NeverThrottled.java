package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Outcome;
import java.util.List;

/** The service never has to say that a use was one too many. */
public record NeverThrottled() implements Promise {

    @Override
    public List<String> broken(History history) {
        return history.posts().stream()
                .filter(post -> post.outcome() == Outcome.THROTTLED)
                .map(post -> "throttled: " + post)
                .toList();
    }
}
