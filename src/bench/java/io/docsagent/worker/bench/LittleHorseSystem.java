package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Ports;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Java program that uses LittleHorse, and a LittleHorse server with the Kafka broker in which it keeps everything. */
final class LittleHorseSystem extends PeerSystem {

    private final Path prepared;
    private final ChildJvm broker;
    private final String brokers;
    private final int serverPort = Ports.free();
    private final int internalPort = Ports.free();
    private final int healthPort = Ports.free();

    private LittleHorseSystem(DurableSetting setting) {
        super(setting);
        if (Runtime.version().feature() < 25) {
            throw new IllegalStateException("LittleHorse's server needs Java 25; run the benchmark with it");
        }
        this.prepared = prepared("littlehorse", maven());
        this.broker = ChildJvm.ofMain(BrokerProcess.class);
        this.brokers = broker.awaitLine(BrokerProcess.READY);
    }

    static DurableSystem start(DurableSetting setting) {
        return started(new LittleHorseSystem(setting));
    }

    /**
     * As the standalone image starts it: a replica of each topic, as there is one broker, and 12 partitions. As shipped,
     * after a kill its consumers are without their partitions until those of the one before have timed out: a minute.
     */
    @Override
    ChildProcess newServer() {
        Map<String, String> settings = Map.of(
                "LHS_KAFKA_BOOTSTRAP_SERVERS",
                brokers,
                "LHS_REPLICATION_FACTOR",
                "1",
                "LHS_CLUSTER_PARTITIONS",
                "12",
                "LHS_SHOULD_CREATE_TOPICS",
                "true",
                "LHS_STATE_DIR",
                folder().resolve("state").toString(),
                "LHS_LISTENERS",
                "PLAIN:" + serverPort,
                "LHS_ADVERTISED_LISTENERS",
                "PLAIN://127.0.0.1:" + serverPort,
                "LHS_INTERNAL_BIND_PORT",
                Integer.toString(internalPort),
                "LHS_INTERNAL_ADVERTISED_HOST",
                "127.0.0.1",
                "LHS_HEALTH_SERVICE_PORT",
                Integer.toString(healthPort));
        ChildProcess server =
                ChildProcess.start("littlehorse-server", folder(), settings, java("server/*", "io.littlehorse.App"));
        awaitAnswer(
                server,
                get(local(healthPort) + "/status"),
                answer -> answer.body().contains("\"coreState\":\"RUNNING\""));
        return server;
    }

    @Override
    ChildProcess newProgram() {
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("LHC_API_HOST", "127.0.0.1");
        environment.put("LHC_API_PORT", Integer.toString(serverPort));
        ChildProcess program = ChildProcess.start(
                "littlehorse", folder(), environment, java("program.jar", "peer.Program", "program/*"));
        awaitAnswer(program, get(program() + "/ready"), answer -> answer.statusCode() == 200);
        return program;
    }

    private List<String> java(String jars, String main, String... moreJars) {
        StringBuilder classpath = new StringBuilder(target(jars));
        for (String more : moreJars) {
            classpath.append(':').append(target(more));
        }
        return List.of(JAVA, "--enable-native-access=ALL-UNNAMED", "-cp", classpath.toString(), main);
    }

    private String target(String jars) {
        return prepared.resolve("target").resolve(jars).toString();
    }

    @Override
    public void close() {
        super.close();
        broker.close();
    }
}
