package io.docsagent.worker.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** No POST follows one that the service may have taken, and none carries a command that was never published. */
record NoRepeatedPost() implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        Set<String> published =
                evidence.published().stream().map(Published::commandId).collect(Collectors.toSet());
        List<String> broken = new ArrayList<>();
        evidence.postsByCommand().forEach((command, posts) -> {
            long mayBeTaken =
                    posts.stream().filter(post -> !Evidence.isNotTaken(post)).count();
            if (mayBeTaken > 1 || (mayBeTaken == 1 && Evidence.isNotTaken(posts.getLast()))) {
                broken.add(command + " was sent " + posts.size() + " times: " + posts);
            }
            if (!published.contains(command)) {
                broken.add(command + " was sent although its transaction was aborted");
            }
        });
        return broken;
    }
}
