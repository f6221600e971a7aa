package peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import peer.Commands.Fate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes commands by HTTP, and carries them out as DBOS workflows. */
public final class Main {

    /** DBOS counts starts of workflows; a POST comes a little later. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private static final JsonMapper JSON = JsonMapper.shared();

    public static void main(String[] arguments) throws IOException {
        // Where PostgreSQL is, is said by DBOS_SYSTEM_JDBC_URL, PGUSER and PGPASSWORD.
        DBOS dbos = new DBOS(DBOSConfig.defaultsFromEnv("docs-agent"));
        int capacity = Integer.parseInt(System.getenv("CAPACITY"));
        Duration period = Duration.ofSeconds(Long.parseLong(System.getenv("PERIOD_SECONDS")));
        // Its limits are those of each partition, which is a project. By default it would look for work once a second.
        Queue queue = new Queue("commands")
                .withPartitioningEnabled(true)
                .withRateLimit(capacity, period.plus(MARGIN))
                .withWorkerConcurrency(64)
                .withPriorityEnabled(true)
                .withPollingInterval(Duration.ofMillis(100));
        dbos.registerQueue(queue);
        DurableCommands commands = new DurableCommands(dbos, queue);
        commands.setProxy(dbos.registerProxy(Commands.class, commands));
        dbos.launch();
        serve(dbos, commands);
    }

    static Duration seconds(String name, String otherwise) {
        return Duration.ofSeconds(Long.parseLong(System.getenv().getOrDefault(name, otherwise)));
    }

    private static void serve(DBOS dbos, DurableCommands commands) throws IOException {
        // Else each answer on a kept connection would wait for an acknowledgement, for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/ready", exchange -> answer(exchange, 200, "ready"));
        server.createContext("/commands", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                JsonNode command = JSON.readTree(exchange.getRequestBody());
                commands.take(
                        command.get("projectId").asString(),
                        command.get("commandId").asString(),
                        command.get("prompt").asString());
                answer(exchange, 202, command);
            } else {
                String commandId = exchange.getRequestURI().getPath().substring("/commands/".length());
                Optional<Fate> fate = fateOf(dbos, commandId);
                answer(exchange, fate.isPresent() ? 200 : 404, fate.orElse(null));
            }
        });
        server.start();
    }

    private static Optional<Fate> fateOf(DBOS dbos, String workflowId) {
        return dbos.getWorkflowStatus(workflowId).flatMap(workflow -> switch (workflow.status()) {
            case SUCCESS -> {
                Fate fate = (Fate) workflow.output();
                yield fate.next() == null ? Optional.of(fate) : fateOf(dbos, fate.next());
            }
            case ENQUEUED, DELAYED, PENDING -> Optional.of(Fate.of("waiting"));
            default -> Optional.of(Fate.of("unknown"));
        });
    }

    private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] json = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, json.length);
        try (exchange) {
            exchange.getResponseBody().write(json);
        }
    }
}
