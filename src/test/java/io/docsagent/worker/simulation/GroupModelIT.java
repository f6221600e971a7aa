package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The model's group and a real one, given the same script, own, deliver and refuse the same.
 *
 * <p>Which member gets which partition may differ, since assignors sort members by ids that brokers draw. How many
 * each one gets may not.
 */
class GroupModelIT {

    static final Duration SESSION = Duration.ofSeconds(6);

    private static final long SEED = 1;
    private static final int PARTITIONS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedBroker kafka = new EmbeddedBroker();
    private final String name = "group-" + UUID.randomUUID();
    private final World world = new World(1, EventTrace.none());
    private final List<LogPartition> logs = IntStream.range(0, PARTITIONS)
            .mapToObj(number -> new LogPartition(name, number, world::now))
            .toList();
    private final Group group =
            new Group(world, PARTITIONS, new Group.Timeouts(MemberPair.HEARTBEAT, SESSION, Duration.ofMinutes(5)));
    private final KafkaProducer<String, String> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(), new StringSerializer());
    private final Admin admin = kafka.admin();
    private final List<MemberPair> members = new ArrayList<>();
    private final long[] ends = new long[PARTITIONS];
    private SplittableRandom random = new SplittableRandom();
    private GroupClient.Protocol protocol = GroupClient.Protocol.EAGER;
    private int names;
    private int returns;

    @BeforeEach
    void create() {
        kafka.create(new NewTopic(name, PARTITIONS, (short) 1));
    }

    @AfterEach
    void close() {
        members.forEach(MemberPair::close);
        producer.close();
        admin.close();
    }

    @ParameterizedTest
    @EnumSource
    void members_own_and_commit_the_same(GroupClient.Protocol protocol) throws Exception {
        this.protocol = protocol;
        random = new SplittableRandom(SEED);
        join();
        for (Step step : script()) {
            if (all(MemberPair::isLiving).size() < 2) {
                join();
                settle();
            }
            step(step);
            settle();
            sameOwnership();
            sameDelivery();
        }
        allReturn();
        settle();
        sameOwnership();
    }

    /** What happens, each of it in every script. */
    private enum Step {
        JOIN,
        LEAVE,
        EXPIRE,
        RETURN,
        BLIP,
        COMMIT_OF_ANOTHERS_PARTITION,
        COMMITS_DURING_A_REBALANCE
    }

    private List<Step> script() {
        List<Step> script = new ArrayList<>(List.of(Step.values()));
        script.add(Step.LEAVE);
        Collections.shuffle(script, new Random(random.nextLong()));
        return script;
    }

    private void step(Step step) throws Exception {
        switch (step) {
            case JOIN -> join();
            case LEAVE -> leave(living());
            case EXPIRE -> expire();
            case RETURN -> allReturn();
            case BLIP -> blip();
            case COMMIT_OF_ANOTHERS_PARTITION -> commitOfAnothersPartition();
            case COMMITS_DURING_A_REBALANCE -> commitsDuringARebalance();
        }
    }

    private MemberPair living() {
        List<MemberPair> living = all(MemberPair::isLiving);
        return living.get(random.nextInt(living.size()));
    }

    private List<MemberPair> all(Predicate<MemberPair> which) {
        return members.stream().filter(which).toList();
    }

    private void join() {
        members.add(new MemberPair(kafka.bootstrapServers(), logs, names++, protocol, world, group));
    }

    private void leave(MemberPair member) {
        members.remove(member);
        member.leave();
    }

    /** Two are silent until their sessions end; the others take over. */
    private void expire() throws InterruptedException {
        join();
        settle();
        living().fallSilent();
        living().fallSilent();
    }

    /** One that was removed does not know it: its commit is refused, or it learns of it before, and joins again. */
    private void allReturn() throws InterruptedException {
        for (MemberPair member : all(member -> !member.isLiving())) {
            member.awake();
            member.isStale(true);
            returns++;
            if (returns % 2 == 0) {
                assertThat(member.commits(0, 1_000_000))
                        .as("of a member that was removed")
                        .isEqualTo("CommitFailedException");
            }
            until(
                    member::poll,
                    () -> member.realPartitions().isEmpty()
                            && member.modelPartitions().isEmpty());
            member.isStale(false);
        }
    }

    /** One that returns within its session is a member as before. */
    private void blip() throws InterruptedException {
        MemberPair member = living();
        member.fallSilent();
        letPass(SESSION.dividedBy(6));
        member.awake();
        assertThat(member.commits(0, ends[0])).isEqualTo("done");
    }

    /** Whose partition it is does not matter to Kafka, as long as the committer is a member of this generation. */
    private void commitOfAnothersPartition() {
        MemberPair member = living();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            member.commits(partition, ends[partition]);
        }
    }

    /** Before the member joins again, while the group waits for another one, and after that. */
    private void commitsDuringARebalance() throws InterruptedException {
        List<MemberPair> living = all(MemberPair::isLiving);
        join();
        MemberPair joining = members.getLast();
        MemberPair waiting = living.getFirst();
        until(() -> joining.poll(), () -> joining.isJoining() && isRebalancing());
        assertThat(waiting.commits(1, ends[1])).as("before it joins again").isEqualTo("done");
        until(() -> waiting.poll(), waiting::isJoining);
        assertThat(waiting.commits(1, 1_000_000)).as("while it joins").isEqualTo("RebalanceInProgressException");
    }

    private boolean isRebalancing() {
        return group.isRebalancing() && real().groupState() == GroupState.PREPARING_REBALANCE;
    }

    /** Until every partition has one owner, in both. */
    private void settle() throws InterruptedException {
        until(
                () -> all(MemberPair::isLiving).forEach(MemberPair::poll),
                () -> isWhole(MemberPair::realPartitions)
                        && isWhole(MemberPair::modelPartitions)
                        && real().members().size() == all(MemberPair::isLiving).size()
                        && real().groupState() == GroupState.STABLE
                        && !group.isRebalancing());
    }

    private boolean isWhole(Function<MemberPair, Set<Integer>> owned) {
        List<Set<Integer>> all = all(MemberPair::isLiving).stream().map(owned).toList();
        int least = PARTITIONS / all.size();
        int most = (PARTITIONS + all.size() - 1) / all.size();
        return all.stream().mapToInt(Set::size).sum() == PARTITIONS
                && all.stream().flatMap(Set::stream).distinct().count() == PARTITIONS
                && all.stream().allMatch(own -> own.size() >= least && own.size() <= most);
    }

    private ConsumerGroupDescription real() {
        try {
            var described = admin.describeConsumerGroups(Set.of(name)).describedGroups();
            return Objects.requireNonNull(described.get(name)).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void until(Runnable action, BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now())
                    .as("still waiting: %s and %s", group, members)
                    .isBefore(end);
            action.run();
            nothingOwnedTwice(MemberPair::realPartitions);
            nothingOwnedTwice(MemberPair::modelPartitions);
            letPass(Duration.ofMillis(20));
        }
    }

    private void nothingOwnedTwice(Function<MemberPair, Set<Integer>> owned) {
        assertThat(all(MemberPair::isLiving).stream().map(owned).flatMap(Set::stream))
                .doesNotHaveDuplicates();
    }

    /** In both worlds. */
    private void letPass(Duration time) throws InterruptedException {
        Thread.sleep(time);
        world.runUntil(world.now().plus(time));
    }

    private void sameOwnership() {
        assertThat(sizes(MemberPair::realPartitions)).isEqualTo(sizes(MemberPair::modelPartitions));
    }

    private List<Integer> sizes(Function<MemberPair, Set<Integer>> owned) {
        return all(MemberPair::isLiving).stream()
                .map(owned)
                .map(Set::size)
                .sorted()
                .toList();
    }

    /** A record of each partition reaches one member in both, which then commits its offset. */
    private void sameDelivery() throws Exception {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            long offset = producer.send(new ProducerRecord<>(name, partition, "k", "v"))
                    .get()
                    .offset();
            ends[partition] = offset + 1;
        }
        List<MemberPair> living = all(MemberPair::isLiving);
        Map<Integer, List<MemberPair>> received = new TreeMap<>();
        until(
                () -> living.forEach(member -> member.receives(ends)
                        .forEach(partition -> received.computeIfAbsent(partition, none -> new ArrayList<>())
                                .add(member))),
                () -> received.size() == PARTITIONS);
        living.forEach(member -> assertThat(member.receives(ends)).isEmpty());
        received.forEach((partition, by) -> assertThat(by)
                .as("who received the record of partition %d", partition)
                .hasSize(1)
                .first()
                .satisfies(member -> assertThat(member.realPartitions()).contains(partition)));
        received.forEach((partition, by) ->
                assertThat(by.getFirst().commits(partition, ends[partition])).isEqualTo("done"));
        sameOffsets();
    }

    private void sameOffsets() throws Exception {
        var real = admin.listConsumerGroupOffsets(name)
                .partitionsToOffsetAndMetadata()
                .get();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            var offset = real.get(new TopicPartition(name, partition));
            assertThat(offset == null ? null : offset.offset()).isEqualTo(group.committed(logs.get(partition)));
        }
    }
}
