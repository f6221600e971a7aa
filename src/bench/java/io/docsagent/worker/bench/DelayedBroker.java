package io.docsagent.worker.bench;

import io.docsagent.worker.harness.DelayLine;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Waiting;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;

/** A broker as a process of its own with a listener for each delay: clients come back to the address it advertises. */
final class DelayedBroker implements AutoCloseable {

    private static final String HOST = "127.0.0.1:";

    private record Listener(String name, int port, DelayLine line) {

        static Listener of(Duration roundTrip) {
            int port = Ports.free();
            return new Listener("DELAYED" + roundTrip.toMillis(), port, new DelayLine(port, roundTrip.dividedBy(2)));
        }

        String advertised() {
            return HOST + line.port();
        }
    }

    private final KafkaNode node = new KafkaNode(Brokers.home(), 1);
    private final Map<Duration, Listener> listeners = new LinkedHashMap<>();

    /** @param delays of a round trip; none is the broker's own listener */
    DelayedBroker(List<Duration> delays) {
        delays.stream().filter(Duration::isPositive).forEach(delay -> listeners.put(delay, Listener.of(delay)));
        node.prepare(Uuid.randomUuid().toString(), List.of(node), settings(), List.of());
        Brokers.start(node);
        Waiting.untilTrue("the broker", node::isListening);
    }

    /** Without a delay. */
    String address() {
        return node.address();
    }

    String address(Duration delay) {
        Listener listener = listeners.get(delay);
        return listener == null ? address() : listener.advertised();
    }

    private Map<String, String> settings() {
        StringBuilder bound = new StringBuilder(node.listeners());
        StringBuilder advertised = new StringBuilder("BROKER://" + node.address());
        StringBuilder protocols = new StringBuilder("BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        for (Listener listener : listeners.values()) {
            bound.append("," + listener.name() + "://" + HOST + listener.port());
            advertised.append("," + listener.name() + "://" + listener.advertised());
            protocols.append("," + listener.name() + ":PLAINTEXT");
        }
        return Map.of(
                "listeners", bound.toString(),
                "advertised.listeners", advertised.toString(),
                "listener.security.protocol.map", protocols.toString());
    }

    @Override
    public void close() {
        node.close();
        listeners.values().forEach(listener -> listener.line().close());
    }
}
