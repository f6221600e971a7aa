package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Ports;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Node program that uses BullMQ, and a Redis server of its own. */
final class BullmqSystem extends PeerSystem {

    private final Path prepared;
    private final int serverPort = Ports.free();

    private BullmqSystem(DurableSetting setting) {
        super(setting);
        require("redis-server", "redis-server");
        require("node", "nodejs, 20 or newer");
        require("npm", "npm");
        this.prepared = prepared("bullmq", npm());
    }

    static DurableSystem start(DurableSetting setting) {
        return started(new BullmqSystem(setting));
    }

    /** What is acknowledged outlives the server's process; the last second may be lost with the machine. */
    @Override
    ChildProcess newServer() {
        ChildProcess server = ChildProcess.start(
                "redis",
                folder(),
                Map.of(),
                List.of(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(serverPort),
                        "--dir",
                        folder().toString(),
                        // As the documentation of BullMQ recommends for production; everysec is the default of Redis.
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "everysec",
                        "--maxmemory-policy",
                        "noeviction"));
        server.awaitLine("Ready to accept connections");
        return server;
    }

    @Override
    ChildProcess newProgram() {
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("REDIS_URL", "redis://127.0.0.1:" + serverPort);
        ChildProcess program = ChildProcess.start("bullmq", prepared, environment, List.of("node", "commands.mjs"));
        program.awaitLine("Takes commands");
        return program;
    }
}
