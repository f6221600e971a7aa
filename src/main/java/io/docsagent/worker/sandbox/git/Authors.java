package io.docsagent.worker.sandbox.git;

import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.jgit.lib.PersonIdent;

/** The authors of the sandbox's commits. */
final class Authors {

    private Authors() {}

    static PersonIdent agent(Instant at) {
        return new PersonIdent("Docs Agent", "agent@sandbox.invalid", at, ZoneOffset.UTC);
    }

    static PersonIdent reviewer(Instant at) {
        return new PersonIdent("Reviewer", "reviewer@sandbox.invalid", at, ZoneOffset.UTC);
    }
}
