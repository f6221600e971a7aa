package io.docsagent.worker.sandbox.git;

import java.util.List;

/** What comes of two lines of commits. */
public sealed interface Merge {

    record Clean(String commit) implements Merge {}

    record Conflict(List<String> paths) implements Merge {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }
}
