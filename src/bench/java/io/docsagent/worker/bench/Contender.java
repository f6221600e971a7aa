package io.docsagent.worker.bench;

import io.docsagent.worker.bench.peers.BareLoop;
import io.docsagent.worker.bench.peers.CamelPeer;
import io.docsagent.worker.bench.peers.DurableLoop;
import io.docsagent.worker.bench.peers.KafkaListenerPeer;
import io.docsagent.worker.bench.peers.ParallelConsumerPeer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What may stand between Kafka and the service. */
enum Contender {
    BARE_LOOP("bare loop, no quota"),
    DURABLE_LOOP("Kafka Streams with the worker's records, no rules"),
    WORKER("this worker"),
    KAFKA_LISTENER("`@KafkaListener`, Bucket4j, blocking"),
    PARALLEL_CONSUMER("Confluent Parallel Consumer, Bucket4j"),
    CAMEL("Apache Camel, throttle");

    /** All that keep a quota. */
    static final List<Contender> WITH_QUOTA = List.of(WORKER, KAFKA_LISTENER, PARALLEL_CONSUMER, CAMEL);

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Those named by {@code -Dbench.programs}, such as {@code bare_loop,worker}; all of them where it is not given. */
    static List<Contender> chosen() {
        String programs = System.getProperty("bench.programs", "").strip();
        return programs.isEmpty()
                ? List.of(values())
                : Stream.of(programs.toUpperCase(Locale.ROOT).split("\\s*,\\s*"))
                        .map(Contender::valueOf)
                        .sorted()
                        .toList();
    }

    /** A name for topics and groups that no other contender has. */
    String nameFor(String part) {
        return part + "-" + name().toLowerCase(Locale.ROOT);
    }

    /** Starts it, and waits until it takes commands. */
    Running start(Setting setting, String... workerSettings) {
        return switch (this) {
            case BARE_LOOP -> Peer.start(BareLoop.class, setting);
            case DURABLE_LOOP -> Peer.start(DurableLoop.class, setting);
            case WORKER -> Worker.start(setting, workerSettings);
            case KAFKA_LISTENER -> Peer.start(KafkaListenerPeer.class, setting);
            case PARALLEL_CONSUMER -> Peer.start(ParallelConsumerPeer.class, setting);
            case CAMEL -> Peer.start(CamelPeer.class, setting);
        };
    }
}
