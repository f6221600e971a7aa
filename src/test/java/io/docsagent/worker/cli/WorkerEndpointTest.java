package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.docsagent.worker.cli.state.WorkerEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.JsonNode;

/** What answers at the address of {@code --worker} may be anything. */
class WorkerEndpointTest {

    private static final String NO_WORKER = " does not answer as a worker's management port: check --worker.";

    private final StringWriter err = new StringWriter();
    private final CountDownLatch over = new CountDownLatch(1);
    private ManagementPort port;

    /** Has the options. */
    @Command
    private static final class Tool {

        @Mixin
        private WorkerEndpoint worker;
    }

    @BeforeEach
    void start() throws IOException {
        port = new ManagementPort(200, "{\"project\":{}}");
    }

    @AfterEach
    void stop() {
        over.countDown();
        port.close();
    }

    @Test
    void a_slash_at_the_end_of_the_address_is_nothing() throws Exception {
        assertThat(get(port.address() + "/")).isNotNull();
        assertThat(port.asked()).containsExactly("/actuator/projects/docs");
    }

    @Test
    void what_the_worker_does_not_know_is_said() throws Exception {
        port.answer(404, "{\"note\":\"This instance does not own project docs\"}");

        assertThat(get(port.address())).isNull();
        assertThat(err).hasToString("This instance does not own project docs" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | {\"status\":404,\"error\":\"Not Found\"}",
                "404 | <html>",
                "200 | {}",
                "200 | {\"project\":null}",
                "200 | []",
                "200 | <html>"
            })
    void another_server_is_not_taken_for_a_worker(int status, String body) {
        port.answer(status, body);

        assertThatThrownBy(() -> get(port.address())).hasMessageContaining(port.address() + NO_WORKER);
    }

    @Test
    void no_more_than_a_few_mebibytes_are_read() {
        port.answer(200, "{\"project\":{\"note\":\"" + "a".repeat(5 * 1024 * 1024) + "\"}}");

        assertThatThrownBy(() -> get(port.address())).hasMessageContaining(NO_WORKER);
    }

    @Test
    void an_answer_that_does_not_end_is_given_up() {
        port.answer(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            out.write('{');
            out.flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThatThrownBy(() -> get(port.address()))
                        .hasMessageContaining("does not answer within 10 s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:1", "http://127.0.0.1:99999", "https://127.0.0.1:1/"})
    void an_address_without_a_worker_ends_with_one_sentence(String address) {
        assertThatThrownBy(() -> get(address))
                .isInstanceOf(WorkerEndpoint.NoWorkerException.class)
                .hasMessageStartingWith("The worker at " + address.replaceAll("/$", "") + " does not answer (")
                .hasMessageEndingWith("): check --worker, and that it is running.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://", "localhost:8081", "ftp://localhost", "http://local host"})
    void what_is_no_address_is_wrong_use(String address) {
        assertThatThrownBy(() -> get(address))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("give a URL such as http://localhost:8081");
    }

    @Test
    void a_token_without_a_worker_is_wrong_use() {
        assertThatThrownBy(() -> tool("--token-file", "token"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--worker");
    }

    private @Nullable JsonNode get(String address) throws WorkerEndpoint.NoWorkerException {
        return tool("--worker", address).get("/docs", "project");
    }

    private WorkerEndpoint tool(String... args) {
        Tool tool = new Tool();
        new CommandLine(tool).setErr(new PrintWriter(err, true)).parseArgs(args);
        return tool.worker;
    }
}
