package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Waiting;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A system for durable execution with a server or store, and a program that its user writes, in {@code src/bench/peers}. */
abstract class PeerSystem implements DurableSystem {

    static final JsonMapper JSON = JsonMapper.shared();
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final Duration TO_ANSWER = Duration.ofSeconds(30);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final DurableSetting setting;
    private final int port = Ports.free();
    private @Nullable ChildProcess server;
    private @Nullable ChildProcess program;

    PeerSystem(DurableSetting setting) {
        this.setting = setting;
    }

    static DurableSystem started(PeerSystem system) {
        try {
            system.startServer();
            system.startProgram();
            return system;
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    /** Starts the server or store on its files, and waits until it answers. */
    abstract ChildProcess newServer();

    /** Starts the user's program, and waits until it takes commands. */
    abstract ChildProcess newProgram();

    /** For the files of the server. */
    Path folder() {
        return setting.folder().toAbsolutePath();
    }

    /** What the user's program finds in its environment. */
    Map<String, String> environment() {
        return setting.environment(port);
    }

    /** Where the user's program listens. */
    String program() {
        return local(port);
    }

    int programPort() {
        return port;
    }

    static String local(int port) {
        return "http://127.0.0.1:" + port;
    }

    /** The request that hands over a command; any answer of 2xx means that it will be carried out. */
    HttpRequest command(String projectId, String commandId, String prompt) {
        return post(program() + "/commands", Map.of("projectId", projectId, "commandId", commandId, "prompt", prompt));
    }

    @Override
    public final CompletableFuture<?> handOver(String projectId, String commandId, String prompt) {
        HttpRequest request = command(projectId, commandId, prompt);
        return HTTP.sendAsync(request, BodyHandlers.ofString()).thenAccept(answer -> {
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(request.uri() + ": " + answer.statusCode() + " " + answer.body());
            }
        });
    }

    @Override
    public Fate fateOf(String commandId) {
        return fate(program() + "/commands/" + encoded(commandId));
    }

    static Fate fate(String uri) {
        HttpResponse<String> answer = send(get(uri));
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(uri + ": " + answer.statusCode() + " " + answer.body());
        }
        JsonNode fate = JSON.readTree(answer.body());
        JsonNode prLink = fate.path("prLink");
        return new Fate(fate.path("state").asString(), prLink.isString() ? prLink.asString() : null);
    }

    @Override
    public final void killProgram() {
        running(program).kill();
    }

    @Override
    public final void startProgram() {
        program = newProgram();
    }

    @Override
    public final void killServer() {
        running(server).kill();
    }

    @Override
    public final void startServer() {
        server = newServer();
    }

    private static ChildProcess running(@Nullable ChildProcess process) {
        if (process == null) {
            throw new IllegalStateException("It has not been started");
        }
        return process;
    }

    /** The program first: to end in good order, it needs its server. */
    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
        if (server != null) {
            server.close();
        }
    }

    static HttpRequest get(String uri) {
        return HttpRequest.newBuilder(URI.create(uri)).timeout(TO_ANSWER).build();
    }

    static HttpRequest post(String uri, Map<String, String> body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(TO_ANSWER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static void awaitAnswer(ChildProcess process, HttpRequest request, Predicate<HttpResponse<String>> isIt) {
        Waiting.untilTrue("an answer of " + request.uri(), () -> {
            process.requireAlive();
            try {
                return isIt.test(send(request));
            } catch (UncheckedIOException notYet) {
                return false;
            }
        });
    }

    /** Fails where a program is not installed. */
    static void require(String command, String packages) {
        boolean found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
        if (!found) {
            throw new IllegalStateException("There is no " + command + "; install Debian's " + packages);
        }
    }

    /**
     * Copies a user's program to a folder of its own and has it built there, unless that has been done.
     *
     * @param name of the folder in {@code src/bench/peers}
     * @param build the command, which runs in the folder
     * @return the folder
     */
    static Path prepared(String name, String... build) {
        Path source = Path.of("src", "bench", "peers", name);
        Path folder = Path.of("target", "bench", "peers", name).toAbsolutePath();
        Path built = folder.resolve("built");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(source.relativize(file));
                if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
                    Files.deleteIfExists(built);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            if (!Files.exists(built)) {
                ChildProcess.run(
                        name + "-build",
                        folder,
                        Map.of("JAVA_HOME", System.getProperty("java.home")),
                        Stream.of(build).toList());
                // Last, so that what was interrupted is done again.
                Files.createFile(built);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String[] npm() {
        // Without scripts: one of a dependency would report the installation to somebody.
        return new String[] {"npm", "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"};
    }

    static String[] maven() {
        return new String[] {
            Path.of("mvnw").toAbsolutePath().toString(), "-q", "-B", "-f", "pom.xml", "clean", "package"
        };
    }
}
