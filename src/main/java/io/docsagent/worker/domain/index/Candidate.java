package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import java.util.Comparator;

/**
 * A lane whose first command may be sent, ordered by what is to be sent first.
 *
 * @param promoted when the first of its commands was promoted, in milliseconds since 1970; the greatest number where none
 *     was
 * @param due from when on, in milliseconds since 1970
 * @param payers whose use its call may be
 * @param start what its call starts
 */
public record Candidate(long promoted, Priority priority, long due, long sequence, Payers payers, Start start)
        implements Comparable<Candidate> {

    /** Behind all that were promoted. */
    static final long NOT_PROMOTED = Long.MAX_VALUE;

    static final Comparator<Candidate> BY_TIME =
            Comparator.comparingLong(Candidate::due).thenComparingLong(Candidate::sequence);

    private static final Comparator<Candidate> BY_RANK =
            Comparator.comparingLong(Candidate::promoted).thenComparing(Candidate::priority);

    private static final Comparator<Candidate> ORDER = BY_RANK.thenComparing(BY_TIME);

    /** Of those of one rank, the one goes first whose payer is least ahead of its share. */
    static Comparator<Candidate> by(PublisherShares shares) {
        return BY_RANK.thenComparingLong(
                        candidate -> shares.aheadOf(candidate.priority, candidate.payers.payer(shares)))
                .thenComparing(BY_TIME);
    }

    public boolean isPromoted() {
        return promoted != NOT_PROMOTED;
    }

    @Override
    public int compareTo(Candidate other) {
        return ORDER.compare(this, other);
    }
}
