package io.docsagent.worker.sandbox.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginCredentialsTest {

    private static final String[] SECRETS = {"secret-user", "secret-word", "secret-token"};

    @TempDir
    private Path folder;

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        Path served = Files.createDirectories(folder.resolve("served"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpContext context = server.createContext("/", SimpleFileServer.createFileHandler(served.toRealPath()));
        context.setAuthenticator(new BasicAuthenticator("served") {
            @Override
            public boolean checkCredentials(String user, String password) {
                return user.equals("secret-user") && password.equals("secret-word");
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void are_used_and_not_stored() throws Exception {
        Repositories source = new Repositories(folder.resolve("source"), new Repositories.Origins(null, Map.of()));
        String head = source.of("docs").mainHead();
        Path served = folder.resolve("served/docs.git");
        copy(folder.resolve("source/docs/repository.git"), served);
        Files.createDirectories(served.resolve("info"));
        Files.writeString(served.resolve("info/refs"), head + "\trefs/heads/main\n");
        Files.createDirectories(served.resolve("objects/info"));
        Files.writeString(served.resolve("objects/info/packs"), "");

        ProjectRepository clone = clone("http://secret-user:secret-word@" + host() + "/docs.git");

        assertThat(clone.mainHead()).isEqualTo(head);
        try (Stream<Path> files = Files.walk(folder.resolve("clones"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(SECRETS));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://secret-user:secret-word@HOST/nowhere.git",
                "http://secret-token@HOST/nowhere.git",
                "http://secret-user:wrong-secret-word@HOST/nowhere.git",
                "http://secret-user:secret@word-secret-word@HOST/nowhere.git",
                "http://secret-user:secret/word-secret-word@HOST/nowhere.git",
                "http://secret-user:secret word-secret-word@HOST/nowhere.git",
                "http://HOST/nowhere.git?private_token=secret-token",
                "http://secret-user:secret-word@127.0.0.1:1/nowhere.git",
                "http://secret-user:secret-word@no host/nowhere.git",
                "git://secret-user:secret-word@127.0.0.1:1/nowhere.git",
                "ssh://secret-user:secret-word@127.0.0.1:1/nowhere.git",
                "unheard-of://secret-user:secret-word@HOST/nowhere.git",
                "secret-user:secret-word@127.0.0.1:nowhere.git",
            })
    void are_never_shown(String origin) {
        Throwable failure = catchThrowable(() -> clone(origin.replace("HOST", host())));

        // As a page and the log show it.
        assertThat(failure.getMessage()).contains("cannot be cloned").doesNotContain("secret-word", "secret-token");
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("secret-word", "secret-token");
    }

    private ProjectRepository clone(String origin) {
        return new Repositories(folder.resolve("clones"), new Repositories.Origins(origin, Map.of())).of("docs");
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                try {
                    Files.copy(file, to.resolve(from.relativize(file)));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }
}
