package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.api.errors.JGitInternalException;

/** A call of JGit, whose exceptions become {@link GitFailedException}. */
interface GitCall<T> {

    T run() throws IOException, GitAPIException;

    static <T> T attempt(String what, GitCall<T> step) {
        try {
            return step.run();
        } catch (IOException | GitAPIException | JGitInternalException failure) {
            throw new GitFailedException(what, failure);
        }
    }
}
