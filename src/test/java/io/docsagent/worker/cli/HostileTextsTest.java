package io.docsagent.worker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** No text of the service, a publisher, or whoever writes dead letters reaches a terminal with what a terminal obeys. */
@Order(1)
class HostileTextsTest {

    /** Clears the screen, sets its title, rings, obeys as C1, turns the direction, breaks lines, and is half a character. */
    private static final String HOSTILE =
            "w\u001b[2J\u001b]0;title\u0007\u0008\r\n\u009b31m\u0085\u202etxt.\u2066a\u200f\u2028b\ud800c\u0000d";

    /** As JSON may be. */
    private static final String WELL_FORMED = HOSTILE.replace("\ud800", "");

    private static final Pattern OBEYED =
            Pattern.compile("[\\p{Cc}\\x{61c}\\x{200e}\\x{200f}\\x{2028}-\\x{202e}\\x{2066}-\\x{2069}\\p{Cs}&&[^\n]]");

    private static final LoopResources LOOPS = LoopResources.create("hostile-service", 1, true);

    private static DisposableServer service;
    private static RunningWorker worker;

    @BeforeAll
    static void start() {
        service = HttpServer.create()
                .runOn(LOOPS)
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes.post(
                                "/v2/agent/refused/job", (request, response) -> answer(response, 422, refusal()))
                        .post("/v2/agent/broken/job", (request, response) -> answer(response, 500, refusal()))
                        .post("/v2/agent/{project}/job", (request, response) -> answer(response, 201, job("active")))
                        .get(
                                "/v2/agent/ended/job/{job}",
                                (request, response) -> answer(response, 200, job("completed")))
                        .get(
                                "/v2/agent/{project}/job/{job}",
                                (request, response) -> answer(response, 200, job(HOSTILE))))
                .bindNow();
        worker = RunningWorker.start(
                new EmbeddedBroker(), "http://127.0.0.1:" + service.port(), "docs-agent.api.key=" + RunningWorker.KEY);
    }

    @AfterAll
    static void stop() {
        worker.close();
        service.disposeNow();
        LOOPS.dispose();
    }

    private static ObjectNode refusal() {
        return JsonMapper.shared().createObjectNode().put("error", HOSTILE);
    }

    private static ObjectNode job(String status) {
        ObjectNode job = JsonMapper.shared().createObjectNode();
        job.put("id", "job-1").put("status", status).put("prLink", "https://git.example/" + HOSTILE);
        job.put("model", HOSTILE).putObject("source").put("repository", HOSTILE).put("ref", HOSTILE);
        return job;
    }

    private static Mono<Void> answer(HttpServerResponse response, int status, ObjectNode body) {
        return response.status(status)
                .header("content-type", "application/json")
                .sendString(Mono.just(body.toString()))
                .then();
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "broken", "ended", "lasting"})
    void ask_prints_nothing_that_is_obeyed(String project) {
        assertHarmless(ask(project));
        assertHarmless(ask(project, "--json"));
    }

    private static Result ask(String project, String... more) {
        List<String> args = new ArrayList<>(List.of("ask", "--project", project, "--command-id", "a", "--wait", "3s"));
        args.addAll(List.of("--prompt", WELL_FORMED, "--metadata", "text=" + WELL_FORMED));
        args.addAll(List.of(more));
        return new Tool(worker).run(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--project", "--command-id", "--job", "--coalesce", "--expires-in", "--topic", "--config"})
    void wrong_use_is_told_without_what_is_obeyed(String option) {
        assertHarmless(ask("docs", option, HOSTILE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "broken", "ended", "lasting"})
    void what_is_shown_of_a_project_has_nothing_that_is_obeyed(String project) {
        ask(project);
        Tool tool = new Tool(worker);
        assertHarmless(tool.run("status", project));
        assertHarmless(tool.run("status", project, "a"));
        assertHarmless(tool.run("status", project, "a", "--json"));
        assertHarmless(tool.run("status", project, HOSTILE));
        assertHarmless(tool.run("projects"));
        assertHarmless(tool.run("hold", "--project", project, "--by", HOSTILE, "--until", HOSTILE));
        assertHarmless(
                tool.run("promote", "--project", project, "--command-id", WELL_FORMED.replaceAll("\\p{Cc}", "")));
    }

    @Test
    void dlt_prints_nothing_that_is_obeyed() {
        try (Publisher forger = new Publisher(worker, "requests-dlt");
                Publisher publisher = new Publisher(worker);
                Subscriber letters = new Subscriber(worker, "requests-dlt")) {
            byte[] hostile = HOSTILE.getBytes(UTF_8);
            forger.publishWith(
                    new RecordHeaders()
                            .add("kafka_dlt-original-topic", hostile)
                            .add("kafka_dlt-original-partition", new byte[4])
                            .add("kafka_dlt-original-offset", new byte[8])
                            .add("kafka_dlt-original-timestamp", new byte[8])
                            .add("kafka_dlt-exception-message", hostile),
                    HOSTILE);
            publisher.publish(hostile, hostile);
            publisher.publish(JsonMapper.shared()
                    .createObjectNode()
                    .put("type", WELL_FORMED)
                    .toString());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> letters.records().size() == 3);
            Tool tool = new Tool(worker);

            Result each = tool.run("dlt", "list", "--each", "--values");
            assertThat(each.out()).contains("txt.");
            assertHarmless(each);
            assertHarmless(tool.run("dlt", "list"));
            assertHarmless(tool.run("dlt", "redrive", "--dry-run", "--publisher-topic", HOSTILE));
            Result redrive = tool.run("dlt", "redrive", "--publisher-topic", HOSTILE);
            assertHarmless(redrive);
            assertHarmless(tool.run("dlt", "list", "--dlt", HOSTILE));
            assertHarmless(tool.run("dlt", "list", "--offsets", HOSTILE));
            assertHarmless(tool.run("dlt", HOSTILE));
            assertHarmless(tool.run(HOSTILE));
        }
    }

    private static void assertHarmless(Result result) {
        assertThat(result.out() + result.err())
                .as("exit status %d", result.status())
                .isNotEmpty()
                .doesNotContainPattern(OBEYED);
    }
}
