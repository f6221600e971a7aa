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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                    .contains("1 known in " + database.asked() + " components, 0 of them accepted");
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
    void without_the_database_a_line_says_that_it_was_skipped_and_a_strict_run_fails() throws Exception {
        Ended usual = run("http://127.0.0.1:1");
        Ended strict = run("http://127.0.0.1:1", "--strict");

        assertThat(usual.status()).isZero();
        assertThat(strict.status()).isEqualTo(1);
        assertThat(List.of(usual, strict))
                .allSatisfy(ended ->
                        assertThat(ended.output()).contains("vulnerabilities: skipped: the database cannot be asked"));
    }

    @ParameterizedTest
    @CsvSource({
        "GHSA-1234 2999-12-31 Not used here., 0, 'GHSA-1234, accepted: Not used here.'",
        "GHSA-1234 2000-01-01 Not used here., 1, GHSA-1234 was accepted until 2000-01-01 only",
        "GHSA-5678 2999-12-31 Not used here., 1, 'GHSA-5678 is accepted, but nothing has it'",
        "GHSA-1234 2999-12-31, 1, line 2 of",
        "GHSA-1234 soon Not used here., 1, line 2 of"
    })
    void what_is_accepted_for_a_reason_and_for_a_time_passes_a_strict_run(
            String line, int status, String said, @TempDir Path folder) throws Exception {
        Path accepted = Files.writeString(folder.resolve("accepted"), "# Why\n" + line + "\n");
        try (Database database = new Database("{\"vulns\":[{\"id\":\"GHSA-1234\"}]}")) {
            Ended strict = run(database.address(), accepted, "--strict");

            assertThat(strict.output()).contains(said);
            assertThat(strict.status()).isEqualTo(status);
        }
    }

    private record Ended(int status, String output) {}

    private static Ended run(String database, String... options) throws IOException, InterruptedException {
        return run(database, Path.of(".ci/accepted-vulnerabilities"), options);
    }

    private static Ended run(String database, Path accepted, String... options)
            throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder(".ci/vulnerabilities");
        script.command().addAll(List.of(options));
        script.environment().put("OSV", database);
        script.environment().put("ACCEPTED", accepted.toString());
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
