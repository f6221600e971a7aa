package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What CI asks the database of vulnerabilities, and what it makes of the answers. */
class VulnerabilitiesTest {

    @BeforeEach
    void needsWhatTheScriptNeeds() {
        Program.require("python3");
        Assumptions.assumeTrue(
                Files.exists(Path.of("target/classes/META-INF/sbom/application.cdx.json")), "the SBOM is not made yet");
    }

    @Test
    void what_is_known_is_listed_and_fails_only_a_strict_run() throws Exception {
        try (Database database = new Database("{\"vulns\":[{\"id\":\"GHSA-1234\"}]}")) {
            Ended usual = run(database.address());
            Ended strict = run(database.address(), "--strict");

            assertThat(usual.status()).isZero();
            assertThat(usual.output())
                    .containsPattern("pkg:maven/\\S+@\\S+ has GHSA-1234: https://osv.dev/vulnerability/GHSA-1234")
                    .contains("1 known in " + database.asked() + " components");
            assertThat(database.asked()).isGreaterThan(50);
            assertThat(strict.status()).isEqualTo(1);
        }
    }

    @Test
    void nothing_known_passes_a_strict_run() throws Exception {
        try (Database database = new Database("{}")) {
            Ended strict = run(database.address(), "--strict");

            assertThat(strict.status()).isZero();
            assertThat(strict.output()).contains("0 known in");
        }
    }

    @Test
    void without_the_database_a_line_says_that_it_was_skipped() throws Exception {
        Ended ended = run("http://127.0.0.1:1", "--strict");

        assertThat(ended.status()).isZero();
        assertThat(ended.output()).contains("vulnerabilities: skipped: the database cannot be asked");
    }

    private record Ended(int status, String output) {}

    private static Ended run(String database, String... options) throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder(".ci/vulnerabilities");
        script.command().addAll(List.of(options));
        script.environment().put("OSV", database);
        Process process = script.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    /** Answers for the first component as it was given, and knows nothing of the others. */
    private static final class Database implements AutoCloseable {

        private final HttpServer server;
        private volatile int asked;

        Database(String first) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/v1/querybatch", exchange -> {
                JsonNode queries = JsonMapper.shared()
                        .readTree(exchange.getRequestBody().readAllBytes())
                        .get("queries");
                asked = queries.size();
                byte[] answer = IntStream.range(0, asked)
                        .mapToObj(index -> index == 0 ? first : "{}")
                        .collect(Collectors.joining(",", "{\"results\":[", "]}"))
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        int asked() {
            return asked;
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
