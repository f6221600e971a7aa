package io.docsagent.worker.faults;

import java.util.List;

/** The service never has to say that a use was one too many. */
record NeverThrottled() implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        return evidence.posts().stream()
                .filter(post -> Integer.valueOf(429).equals(post.status()))
                .map(post -> Evidence.commandOf(post) + " was answered 429 at " + post.handledAt())
                .toList();
    }
}
