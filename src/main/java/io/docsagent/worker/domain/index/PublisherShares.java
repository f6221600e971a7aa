package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;

/** Which publishers' commands may be sent now, and how far each is ahead of its share. */
public interface PublisherShares {

    /** Whether there is a token that the publisher may use. */
    boolean isOpenTo(String publisher);

    /** Of those whose commands wait, the one that is least ahead is next. */
    long aheadOf(Priority priority, String publisher);
}
