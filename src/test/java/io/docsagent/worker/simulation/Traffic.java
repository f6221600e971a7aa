package io.docsagent.worker.simulation;

import java.util.SplittableRandom;

/**
 * What a run has besides creates, messages and repetitions. Each kind begins with a seed of its own, and is drawn from a
 * source of its own, so that the known runs stay what they are when another kind comes.
 *
 * @param withdrawals whether commands are cancelled, delayed and coalesced
 * @param publishers whether there are several, with budgets and weights
 * @param operations whether operators hold, promote, cancel and resolve
 * @param forgotten whether commands are published again about when they may be forgotten
 * @param continuations whether creates continue jobs and have quiet periods, and active jobs are limited
 * @param releases whether operators release the keys of what is continued
 * @param pullRequests whether it is reported what became of pull requests
 * @param names whether the service may take each name of a request once
 */
record Traffic(
        long seed,
        boolean withdrawals,
        boolean publishers,
        boolean operations,
        boolean forgotten,
        boolean continuations,
        boolean releases,
        boolean pullRequests,
        boolean names) {

    private static final long FIRST_WITH_WITHDRAWALS = 1_000_000;
    private static final long FIRST_WITH_PUBLISHERS = 2_000_000;

    private static final long FIRST_WITH_OPERATIONS = 3_000_000;

    /** From here on there are runs with everything that there is. */
    static final long FIRST_WITH_PULL_REQUESTS = 1_000_000_000;

    static Traffic of(long seed) {
        boolean latest = seed >= FIRST_WITH_OPERATIONS;
        boolean all = seed >= FIRST_WITH_PULL_REQUESTS;
        return new Traffic(
                seed,
                seed >= FIRST_WITH_WITHDRAWALS,
                seed >= FIRST_WITH_PUBLISHERS && seed % 4 == 3,
                latest && seed % 2 == 1,
                latest && seed % 3 == 1,
                latest && seed % 5 == 2,
                all && seed % 10 == 7,
                all && seed % 4 >= 2,
                all);
    }

    /** A source for a kind of traffic: what is drawn from it moves no other draw. */
    SplittableRandom source(String kind) {
        return new SplittableRandom(31 * seed + kind.hashCode());
    }
}
