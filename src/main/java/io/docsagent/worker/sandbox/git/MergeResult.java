package io.docsagent.worker.sandbox.git;

import java.util.List;

/** What comes of two lines of commits. */
public sealed interface MergeResult {

    record Clean(String commit) implements MergeResult {}

    record Conflict(List<String> paths) implements MergeResult {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }
}
