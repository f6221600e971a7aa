package peer;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.Empty;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.littlehorse.sdk.common.LHLibUtil;
import io.littlehorse.sdk.common.config.LHConfig;
import io.littlehorse.sdk.common.proto.ExponentialBackoffRetryPolicy;
import io.littlehorse.sdk.common.proto.LittleHorseGrpc.LittleHorseBlockingStub;
import io.littlehorse.sdk.common.proto.RunWfRequest;
import io.littlehorse.sdk.common.proto.VariableId;
import io.littlehorse.sdk.common.proto.WfRunId;
import io.littlehorse.sdk.wfsdk.TaskNodeOutput;
import io.littlehorse.sdk.wfsdk.WfRunVariable;
import io.littlehorse.sdk.wfsdk.Workflow;
import io.littlehorse.sdk.wfsdk.WorkflowThread;
import io.littlehorse.sdk.worker.LHTaskWorker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** Registers the workflow of a command, works on its tasks, and takes commands by HTTP. */
public final class Program {

    private static final String WORKFLOW = "command";
    private static final int TASK_TIMEOUT = 40;

    private Program() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        LittleHorseBlockingStub client = config(1).getBlockingStub();
        while (!isAvailable(client)) {
            Thread.sleep(100);
        }
        JobTasks tasks = new JobTasks();
        List<LHTaskWorker> workers = List.of(
                new LHTaskWorker(tasks, "create-job", config(64)), new LHTaskWorker(tasks, "get-job", config(16)));
        workers.forEach(LHTaskWorker::registerTaskDef);
        Workflow.newWorkflow(WORKFLOW, Program::command).registerWfSpec(client);
        workers.forEach(LHTaskWorker::start);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> workers.forEach(LHTaskWorker::close)));
        listen(client);
    }

    /** A thread of a worker carries out one task at a time; where the server is, the environment says. */
    private static LHConfig config(int threads) {
        return LHConfig.newBuilder()
                .loadFromEnvVariables()
                .loadFromMap(Map.of(LHConfig.NUM_WORKER_THREADS_KEY, threads))
                .build();
    }

    /** A new server is not until it has made its own principal, although it says that it is ready. */
    private static boolean isAvailable(LittleHorseBlockingStub client) {
        try {
            client.whoami(Empty.getDefaultInstance());
            return true;
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNAVAILABLE) {
                return false;
            }
            throw e;
        }
    }

    private static void command(WorkflowThread workflow) {
        WfRunVariable project = workflow.declareStr("project-id").required();
        WfRunVariable prompt = workflow.declareStr("prompt").required();
        WfRunVariable job = workflow.declareJsonObj("job").withDefault(Map.of("status", "waiting", "next", 0));
        workflow.doWhile(job.jsonPath("$.status").isEqualTo("waiting"), turn -> {
            // It is to be sent once: what a worker that died, or could not tell, was about to send is not tried again.
            TaskNodeOutput created =
                    turn.execute("create-job", project, prompt).withRetries(0).timeout(TASK_TIMEOUT);
            job.assign(created);
            turn.handleError(created, failed -> job.jsonPath("$.status").assign("unknown"));
            sleepUntilNext(turn, job);
        });
        workflow.doWhile(job.jsonPath("$.status").isEqualTo("active"), turn -> {
            TaskNodeOutput seen = turn.execute("get-job", project, job.jsonPath("$.id"))
                    .withRetries(100)
                    .withExponentialBackoff(ExponentialBackoffRetryPolicy.newBuilder()
                            .setBaseIntervalMs(1_000)
                            .setMultiplier(2)
                            .setMaxDelayMs(30_000)
                            .build())
                    .timeout(TASK_TIMEOUT);
            job.assign(seen);
            sleepUntilNext(turn, job);
        });
    }

    /** A final answer has no time to wait for. */
    private static void sleepUntilNext(WorkflowThread workflow, WfRunVariable job) {
        WfRunVariable next = job.jsonPath("$.next");
        workflow.doIf(next.isGreaterThan(0), later -> later.sleepUntil(next));
    }

    private static void listen(LittleHorseBlockingStub client) throws IOException {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
        HttpServer server = HttpServer.create(address, 1_000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/ready", exchange -> answer(exchange, 200, "{}"));
        server.createContext("/commands", exchange -> {
            try {
                if (exchange.getRequestMethod().equals("POST")) {
                    accept(client, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                    answer(exchange, 202, "{}");
                } else {
                    String path = exchange.getRequestURI().getPath();
                    answer(exchange, 200, fateOf(client, path.substring(path.lastIndexOf('/') + 1)));
                }
            } catch (StatusRuntimeException e) {
                answer(exchange, e.getStatus().getCode() == Status.Code.NOT_FOUND ? 404 : 503, "{}");
            }
        });
        server.start();
    }

    private static void accept(LittleHorseBlockingStub client, String json) {
        JsonObject command = JsonParser.parseString(json).getAsJsonObject();
        try {
            client.runWf(RunWfRequest.newBuilder()
                    .setWfSpecName(WORKFLOW)
                    .setId(command.get("commandId").getAsString())
                    .putVariables(
                            "project-id",
                            LHLibUtil.objToVarVal(command.get("projectId").getAsString()))
                    .putVariables(
                            "prompt",
                            LHLibUtil.objToVarVal(command.get("prompt").getAsString()))
                    .build());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    private static String fateOf(LittleHorseBlockingStub client, String commandId) {
        String value = client.getVariable(VariableId.newBuilder()
                        .setWfRunId(WfRunId.newBuilder().setId(commandId))
                        .setName("job")
                        .build())
                .getValue()
                .getJsonObj();
        JsonObject job = JsonParser.parseString(value).getAsJsonObject();
        String status = job.get("status").getAsString();
        JsonObject fate = new JsonObject();
        fate.addProperty("state", status.equals("active") ? "waiting" : status);
        fate.add("prLink", job.get("prLink"));
        return fate.toString();
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
