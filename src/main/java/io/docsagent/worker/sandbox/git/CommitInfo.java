package io.docsagent.worker.sandbox.git;

import java.time.Instant;
import org.eclipse.jgit.revwalk.RevCommit;

/** A commit as a page shows it. */
public record CommitInfo(String id, String subject, String message, String author, Instant at) {

    public String shortId() {
        return id.substring(0, 7);
    }

    static CommitInfo of(RevCommit commit) {
        return new CommitInfo(
                commit.name(),
                commit.getShortMessage(),
                commit.getFullMessage(),
                commit.getAuthorIdent().getName(),
                commit.getCommitterIdent().getWhenAsInstant());
    }
}
