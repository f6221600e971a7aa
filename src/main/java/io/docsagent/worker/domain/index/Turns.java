package io.docsagent.worker.domain.index;

import io.docsagent.worker.message.Command.Priority;

/** Which publishers' commands may be sent now, and whose turn it is. */
public interface Turns {

    /** Whether there is a token that the publisher may use. */
    boolean isOpenTo(String publisher);

    /** How far a publisher is ahead of its share; of those whose commands wait, the one that is least ahead is next. */
    long aheadOf(Priority priority, String publisher);
}
