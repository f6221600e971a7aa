package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import org.eclipse.jgit.api.errors.GitAPIException;

/** A step of git's, with its checked exceptions turned into {@link GitFailedException}. */
interface GitWork<T> {

    T run() throws IOException, GitAPIException;

    static <T> T attempt(String what, GitWork<T> step) {
        try {
            return step.run();
        } catch (IOException | GitAPIException failure) {
            throw new GitFailedException(what, failure);
        }
    }
}
