package io.docsagent.worker.simulation;

import io.docsagent.worker.wire.Format.UnknownFormatException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * The stream thread of one instance: it runs ingress and engine for the partitions that it owns, in transactions that
 * take effect whole or not at all.
 */
final class StreamsThread implements GroupClient.Owner {

    /** Kafka Streams' commit interval, for records that nothing requests a commit after. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(1);

    private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);
    private static final int LOOKS = 60;

    private final World world;
    private final Host host;
    private final Broker broker;
    private final Link link;
    private final StreamsTask.Deployed deployed;
    private final Runnable onFailure;
    private final Map<Integer, StreamsTask> tasks = new TreeMap<>();
    private final Work work = new Work();
    private final Runnable wakeUp = this::wake;
    private final GroupClient client;
    private @Nullable Transaction transaction;
    private boolean scheduled;
    private boolean committing;
    private boolean commitIsDue;
    private boolean failed;

    StreamsThread(World world, Host host, Broker broker, Link link, StreamsTask.Deployed deployed, Runnable onFailure) {
        this.deployed = deployed;
        this.onFailure = onFailure;
        this.world = world;
        this.host = host;
        this.broker = broker;
        this.link = link;
        this.client = new GroupClient(world, host, link, broker.streams(), GroupClient.Protocol.COOPERATIVE, this);
    }

    @Override
    public String toString() {
        return host.toString();
    }

    void start() {
        wake();
    }

    /** The most that one input cost. */
    Work.Cost mostWork() {
        return work.most();
    }

    void fallSilent() {
        client.fallSilent();
    }

    @Override
    public void assigned(Set<Integer> partitions) {
        partitions.stream().sorted().forEach(this::open);
        endAbandonedTransactions(LOOKS);
    }

    /** As {@code AbandonedTransactions} does: for a while after each rebalance. */
    private void endAbandonedTransactions(int looks) {
        if (link.isUp()) {
            broker.endAbandonedTransactions(client);
        }
        if (looks > 1) {
            var unused = host.in(LOOK_INTERVAL, () -> endAbandonedTransactions(looks - 1));
        }
    }

    /** Its transaction ends first: what it covers is decided by its owner. */
    @Override
    public void revoked(Set<Integer> partitions, Runnable then) {
        commit(() -> {
            partitions.forEach(this::close);
            then.run();
        });
    }

    @Override
    public void lost(Set<Integer> partitions) {
        List.copyOf(tasks.keySet()).forEach(this::close);
        if (transaction != null) {
            transaction.abort();
            transaction = null;
        }
    }

    private void open(int partition) {
        if (failed || !client.partitions().contains(partition) || tasks.containsKey(partition)) {
            return;
        }
        if (broker.hasPendingOffsets(partition) || !link.isUp()) {
            var unused = host.in(Duration.ofMillis(200), () -> open(partition));
            return;
        }
        StreamsTask task;
        try {
            task = new StreamsTask(world, host, broker, deployed, work, this::transaction, partition);
        } catch (UnknownFormatException e) {
            fail(e);
            return;
        }
        world.note(host, () -> "owns partition " + partition);
        tasks.put(partition, task);
        task.addReader(wakeUp);
        wake();
    }

    /** The client stops: it skips nothing, its partitions go to others, and it needs a restart. */
    private void fail(RuntimeException why) {
        world.note(host, () -> "has stopped: " + why.getMessage());
        failed = true;
        lost(Set.of());
        client.leave();
        onFailure.run();
    }

    private void close(int partition) {
        StreamsTask task = tasks.remove(partition);
        if (task != null) {
            task.close(wakeUp);
        }
    }

    @Override
    public void wake() {
        if (!scheduled) {
            scheduled = true;
            var unused = host.in(world.between(Duration.ofMillis(1), Duration.ofMillis(5)), this::run);
        }
    }

    private void run() {
        scheduled = false;
        if (committing || failed) {
            return;
        }
        if (!link.isUp()) {
            scheduled = true;
            var unused = host.in(Duration.ofMillis(500), this::run);
            return;
        }
        client.poll();
        if (committing || failed) {
            return;
        }
        boolean isCommitRequested = false;
        int fetched = tasks.values().stream().mapToInt(StreamsTask::fetch).sum();
        deployed.commits().fetched(fetched);
        try {
            for (StreamsTask task : tasks.values()) {
                isCommitRequested |= task.process();
            }
        } catch (UnknownFormatException | RecordTooLargeException e) {
            fail(e);
            return;
        }
        if (transaction != null) {
            commitWithin(isCommitRequested ? Duration.ofMillis(1) : LONGEST_TRANSACTION);
        }
        if (fetched > 0) {
            wake();
        }
    }

    private Transaction transaction() {
        if (transaction == null) {
            transaction = broker.begin(client);
        }
        return transaction;
    }

    /** Not while it joins: Kafka Streams commits nothing between that and its assignment, after which it runs again. */
    private void commitWithin(Duration most) {
        if (!commitIsDue) {
            commitIsDue = true;
            var unused = host.in(world.upTo(most), () -> {
                commitIsDue = false;
                if (!committing && client.isStable()) {
                    commit(() -> {});
                }
            });
        }
    }

    /** First the offsets, which only a member of the group may commit, then the end of the transaction. */
    private void commit(Runnable then) {
        Transaction own = transaction;
        if (own == null) {
            then.run();
            return;
        }
        committing = true;
        Map<LogPartition, Long> offsets = new LinkedHashMap<>();
        tasks.values().forEach(task -> offsets.putAll(task.read()));
        GroupClient member = client;
        int generation = client.generation();
        Duration way = link.delay();
        link.toBroker(way, () -> {
            boolean isMember = broker.streams().refusal(member, generation) == null;
            if (!own.isOpen()) {
                link.fromBroker(way, this::timedOut);
            } else if (isMember || !broker.fences()) {
                offsets.forEach(
                        (partition, offset) -> own.addOffset(broker.streams().append(partition, offset)));
                link.fromBroker(way, () -> end(own, then));
            } else {
                link.fromBroker(way, this::fenced);
            }
        });
    }

    private void end(Transaction own, Runnable then) {
        host.pausePoint();
        Duration way = link.delay();
        link.toBroker(way, () -> {
            if (own.isOpen()) {
                own.commit();
                link.fromBroker(way, () -> committed(then));
            } else {
                link.fromBroker(way, this::timedOut);
            }
        });
    }

    private void committed(Runnable then) {
        committing = false;
        transaction = null;
        deployed.commits().committed();
        then.run();
        wake();
    }

    private void fenced() {
        world.note(host, () -> "is fenced");
        committing = false;
        client.reset();
    }

    /** As {@code RejoiningProducer} reports it: the thread joins again. */
    private void timedOut() {
        world.note(host, () -> "has lost its transaction by its timeout");
        committing = false;
        client.reset();
    }
}
