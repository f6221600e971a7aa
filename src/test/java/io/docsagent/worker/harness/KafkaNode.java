package io.docsagent.worker.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** One broker, which is a controller too, as a process that keeps its ports and its data over restarts. */
public final class KafkaNode implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final Path home;
    private final int id;
    private final int port = Ports.free();
    private final int controllerPort = Ports.free();
    private ChildJvm process;

    @SuppressWarnings("NullAway.Init") // It is started before anything else.
    public KafkaNode(Path home, int id) {
        this.home = home.resolve("broker-" + id).toAbsolutePath();
        this.id = id;
    }

    public int id() {
        return id;
    }

    public String address() {
        return HOST + ":" + port;
    }

    /** Without encryption or authentication. */
    public String listeners() {
        return "BROKER://" + address() + ",CONTROLLER://" + HOST + ":" + controllerPort;
    }

    public String voter() {
        return id + "@" + HOST + ":" + controllerPort;
    }

    /**
     * Writes its settings and formats its storage.
     *
     * @param more settings, which go before its own
     * @param formatMore arguments of the formatting, such as users that are to exist
     */
    public void prepare(String clusterId, List<KafkaNode> cluster, Map<String, String> more, List<String> formatMore) {
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(id));
        settings.put(
                "controller.quorum.voters",
                String.join(",", cluster.stream().map(KafkaNode::voter).toList()));
        settings.put("listeners", listeners());
        settings.put("advertised.listeners", "BROKER://" + address());
        settings.put("listener.security.protocol.map", "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "BROKER");
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("log.dirs", home.resolve("data").toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("offsets.topic.num.partitions", "3");
        settings.put("transaction.state.log.num.partitions", "3");
        String replication = Integer.toString(Math.min(3, cluster.size()));
        String inSync = cluster.size() < 3 ? "1" : "2";
        settings.put("default.replication.factor", replication);
        settings.put("min.insync.replicas", inSync);
        settings.put("offsets.topic.replication.factor", replication);
        settings.put("transaction.state.log.replication.factor", replication);
        settings.put("transaction.state.log.min.isr", inSync);
        settings.putAll(more);
        write(settings);
        format(clusterId, formatMore);
    }

    private void write(Properties settings) {
        try {
            Files.createDirectories(home);
            try (var out = Files.newOutputStream(settingsFile())) {
                settings.store(out, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void format(String clusterId, List<String> more) {
        List<String> order = new ArrayList<>(
                List.of("format", "-t", clusterId, "-c", settingsFile().toString()));
        order.addAll(more);
        var said = new ByteArrayOutputStream();
        int result = kafka.tools.StorageTool.execute(
                order.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8));
        if (result != 0) {
            throw new IllegalStateException(said.toString(StandardCharsets.UTF_8));
        }
    }

    private Path settingsFile() {
        return home.resolve("server.properties");
    }

    /** With little memory and few compiled methods: for tests, which start several. */
    public void start() {
        start(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    }

    public void start(List<String> jvmOptions) {
        List<String> command = new ArrayList<>(jvmOptions);
        command.addAll(ChildJvm.onClasspath(KafkaProcess.class));
        command.add(settingsFile().toString());
        process = ChildJvm.start(home.resolve("broker.log"), command);
    }

    public boolean isListening() {
        process.requireAlive();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    public ChildJvm process() {
        return process;
    }

    @Override
    public void close() {
        process.kill();
    }
}
