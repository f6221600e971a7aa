package io.docsagent.worker.sandbox.git;

import java.util.List;

/** The result of merging two commits. */
public sealed interface MergeResult {

    record Clean(String commit) implements MergeResult {}

    record Conflict(List<String> paths) implements MergeResult {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }
}
