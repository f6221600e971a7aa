package io.docsagent.worker.bench;

/**
 * How much is measured; {@code -Dbench.small=true} only shows that the program works.
 *
 * @param samples commands sent one at a time
 * @param commands in a round of throughput
 * @param projects that share them
 * @param rounds of throughput, and starts
 * @param idleSeconds over which idle processor time is taken
 * @param backlog commands that wait
 */
record Sizes(int samples, int commands, int projects, int rounds, int idleSeconds, int backlog) {

    static final int BACKLOG_PROJECTS = 100;
    static final int COMMAND_BYTES = 400;

    static Sizes chosen() {
        return Boolean.getBoolean("bench.small")
                ? new Sizes(20, 2_000, 100, 1, 5, 2_000)
                : new Sizes(200, 20_000, 1_000, 3, 20, 100_000);
    }
}
