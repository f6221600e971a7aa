package io.docsagent.worker.bench;

/**
 * How much is measured; {@code -Dbench.small=true} only shows that the program works.
 *
 * @param samples commands sent one at a time
 * @param commands in a round of throughput
 * @param projects that share them
 * @param warmUps rounds of throughput that are not counted
 * @param rounds of throughput, and starts
 * @param settleSeconds until the compilers rest
 * @param idleSeconds over which idle processor time is taken
 * @param backlog commands that wait
 */
record Sizes(
        int samples,
        int commands,
        int projects,
        int warmUps,
        int rounds,
        int settleSeconds,
        int idleSeconds,
        int backlog) {

    static final int BACKLOG_PROJECTS = 100;
    static final int COMMAND_BYTES = 400;

    static Sizes chosen() {
        return Boolean.getBoolean("bench.small")
                ? new Sizes(20, 2_000, 100, 1, 1, 5, 5, 2_000)
                : new Sizes(200, 20_000, 1_000, 2, 3, 60, 20, 100_000);
    }
}
