package io.docsagent.worker.domain.session;

/** How much of the content of commands a decision may read or write; what takes more goes on in another decision. */
final class ContentBudget {

    /** Characters of prompts and metadata, or bytes of what is kept of a command that has ended. */
    private static final long MOST = 1L << 20;

    private long handled;

    void handled(long more) {
        handled += more;
    }

    boolean hasRoom() {
        return handled < MOST;
    }
}
