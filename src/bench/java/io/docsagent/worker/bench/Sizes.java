package io.docsagent.worker.bench;

import java.time.Duration;
import java.util.List;

/** How much is measured; {@code -Dbench.small=true} only shows that the program works. */
record Sizes(boolean small) {

    static final int COMMAND_BYTES = 400;

    static Sizes chosen() {
        return new Sizes(Boolean.getBoolean("bench.small"));
    }

    /** Rounds in which a program may become warm. */
    int mostRounds() {
        return small ? 3 : 15;
    }

    /** Of an idle worker. */
    int starts() {
        return small ? 1 : 5;
    }

    /** Commands in a round of throughput. */
    int commands() {
        return small ? 2_000 : 20_000;
    }

    /** Projects that share them. */
    int projects() {
        return small ? 100 : 1_000;
    }

    /** Commands in a round of throughput against a slow service. */
    int slowCommands() {
        return small ? 500 : 1_500;
    }

    /** Commands in a round of throughput that calls in flight limit to a few hundred a second. */
    int limitedCommands() {
        return small ? 500 : 3_000;
    }

    /** Lone commands, by which delays are taken; as many go before them uncounted. */
    int samples() {
        return small ? 60 : 1_000;
    }

    /** Projects that take turns with the lone commands; none may come to the end of its 100 uses. */
    int quietProjects() {
        return 40;
    }

    /** Commands that are published at once. */
    int burst() {
        return small ? 600 : 3_000;
    }

    /** Projects that share them. */
    List<Integer> burstProjects() {
        return small ? List.of(100, 1) : List.of(1_000, 10, 1);
    }

    /** Lone commands right after a start. */
    int firstCommands() {
        return 60;
    }

    /** Until the compilers rest. */
    Duration settle() {
        return Duration.ofSeconds(small ? 3 : 30);
    }

    /** Over which processor time is taken. */
    Duration window() {
        return Duration.ofSeconds(small ? 5 : 30);
    }

    /** Before an idle worker's processor time is taken: what is seldom run is compiled late. */
    Duration rest() {
        return Duration.ofSeconds(small ? 5 : 180);
    }

    /** Over which an idle worker's processor time is taken. */
    Duration idle() {
        return Duration.ofSeconds(small ? 5 : 60);
    }

    /** Commands of the project beside which others are to be quick: docs-agent.queue.max-per-project. */
    int deepBacklog() {
        return small ? 1_000 : 10_000;
    }

    /** Commands during which a process is killed, twice. */
    int commandsUnderFire() {
        return small ? 1_500 : 15_000;
    }

    /** Without any change this long, all that will happen has happened. */
    Duration calm() {
        return Duration.ofSeconds(small ? 25 : 60);
    }

    /** Projects that wait for a dead worker's partitions. */
    int failoverProjects() {
        return small ? 60 : 300;
    }

    /** Losses of a broker, each with a cluster of its own. */
    int brokerLosses() {
        return small ? 1 : 3;
    }

    /** Lone commands before the loss of a broker. */
    int beforeLoss() {
        return small ? 50 : 250;
    }

    /** And after it. */
    int afterLoss() {
        return small ? 250 : 1_250;
    }

    int failovers() {
        return small ? 1 : 5;
    }

    /** Commands that wait. */
    List<Integer> backlogs() {
        return small ? List.of(2_000, 10_000) : List.of(100_000, 1_000_000);
    }

    int backlogProjects() {
        return 100;
    }

    /** Jobs that are looked at. */
    List<Integer> activeJobs() {
        return small ? List.of(200, 1_000) : List.of(1_000, 10_000, 50_000);
    }

    /** Jobs whose end is waited for. */
    int endingJobs() {
        return small ? 30 : 300;
    }

    /** Commands of a kind, by which heap and bytes in Kafka are divided. */
    int divided() {
        return small ? 300 : 50_000;
    }

    List<Integer> workers() {
        return small ? List.of(1, 2) : List.of(1, 2, 3);
    }

    /** So many workers, with so many stream threads each. */
    record Shape(int workers, int threads) {}

    /** One to eight of each, as far as the cores suffice: the broker, the service and the publisher need some too. */
    List<Shape> shapes() {
        List<Shape> all = List.of(
                new Shape(1, 1),
                new Shape(1, 2),
                new Shape(1, 4),
                new Shape(1, 8),
                new Shape(2, 2),
                new Shape(4, 2),
                new Shape(8, 2));
        int most = 2 * Runtime.getRuntime().availableProcessors();
        return all.stream()
                .filter(shape -> shape.workers() * shape.threads() <= most)
                .limit(small ? 2 : all.size())
                .toList();
    }

    int microIterations() {
        return small ? 1 : 5;
    }
}
