package io.docsagent.worker.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build runs no Maven but the one that its checksum names. */
class WrapperTest {

    private static final Path PROPERTIES = Path.of(".mvn/wrapper/maven-wrapper.properties");

    @TempDir
    Path project;

    private HttpServer repository;
    private byte[] distribution;

    @BeforeEach
    void serveADistribution() throws IOException {
        distribution = distribution();
        repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        repository.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, distribution.length);
            exchange.getResponseBody().write(distribution);
            exchange.close();
        });
        repository.start();
    }

    @AfterEach
    void stop() {
        repository.stop(0);
    }

    /** A Maven that says hello. */
    private static byte[] distribution() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("apache-maven-0/bin/mvn"));
            zip.write("echo hello\n".getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private String run(String checksum) throws Exception {
        Path script = Files.copy(Path.of("mvnw"), project.resolve("mvnw"));
        Path properties = project.resolve(PROPERTIES);
        Files.createDirectories(properties.resolveSibling("."));
        Files.writeString(properties, """
                distributionUrl=http://127.0.0.1:%d/apache-maven-0-bin.zip
                distributionSha256Sum=%s
                """.formatted(repository.getAddress().getPort(), checksum));
        ProcessBuilder wrapper = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
        wrapper.environment().keySet().removeIf(name -> name.startsWith("MVNW_"));
        wrapper.environment().put("MAVEN_USER_HOME", project.resolve("home").toString());
        Process running = wrapper.start();
        String output = new String(running.getInputStream().readAllBytes(), UTF_8);
        return running.waitFor() + " " + output;
    }

    @Test
    void the_distribution_is_pinned() {
        assertThat(Documents.text(PROPERTIES)).containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }

    @Test
    void what_the_checksum_names_is_unpacked() throws Exception {
        Program.require("unzip");
        String checksum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(distribution));
        // The entry of a zip made here is not executable, which is as far as an accepted one gets.
        assertThat(run(checksum)).contains("apache-maven-0").doesNotContain("SHA-256");
        assertThat(project.resolve("home/wrapper/dists")).isDirectoryRecursivelyContaining("glob:**/bin/mvn");
    }

    @Test
    void anything_else_is_refused() throws Exception {
        Program.require("unzip");
        assertThat(run("0".repeat(64))).startsWith("1 ").contains("Failed to validate Maven distribution SHA-256");
        assertThat(project.resolve("home/wrapper/dists")).isDirectoryNotContaining("glob:**/bin/mvn");
    }
}
