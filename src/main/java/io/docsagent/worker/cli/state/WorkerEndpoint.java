package io.docsagent.worker.cli.state;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.wire.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A worker's management port, where one is named: what only the worker knows, such as its quota. */
public final class WorkerEndpoint {

    /** For the whole answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Bytes read of an answer: a worker lists at most 100 projects or commands, and so answers with less. */
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @ArgGroup(exclusive = false)
    private @Nullable Worker worker;

    /** Which one. */
    private static final class Worker {

        @Option(
                names = "--worker",
                required = true,
                paramLabel = "URL",
                description = "A worker's management port, such as http://localhost:8081: also shows quota and holds.")
        private String url;

        @Option(
                names = "--token-file",
                paramLabel = "FILE",
                description = "A file that contains the token of the management port.")
        private @Nullable Path tokenFile;

        @Override
        public String toString() {
            return url.replaceAll("/+$", "");
        }
    }

    /** As much of an answer as is read. */
    private record Answer(int status, String body) {

        static Answer of(HttpResponse<InputStream> response) {
            try (InputStream body = response.body()) {
                return new Answer(
                        response.statusCode(), new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The worker did not answer as one. */
    public static final class NoWorkerException extends Exception {

        NoWorkerException(String message) {
            super(message);
        }
    }

    boolean isNamed() {
        return worker != null;
    }

    /**
     * What the worker shows.
     *
     * @param path below {@code /actuator/projects}
     * @param field that the answer has
     * @return null where none is named, and where it knows nothing of that, which is said
     * @throws NoWorkerException where it is away, is no worker, or refuses the token
     */
    @Nullable
    public JsonNode get(String path, String field) throws NoWorkerException {
        if (worker == null) {
            return null;
        }
        Answer answer = ask(request(worker, path), worker);
        return switch (answer.status()) {
            case 200 -> {
                JsonNode body = body(answer, worker);
                require(body.path(field).isContainer(), worker);
                yield body;
            }
            case 404 -> {
                JsonNode note = body(answer, worker).path("note");
                require(note.isString(), worker);
                spec.root().commandLine().getErr().println(Printable.of(note.asString()));
                yield null;
            }
            case 401 ->
                throw new NoWorkerException(
                        "The worker at " + worker + " did not accept the token: check --token-file.");
            default -> throw new NoWorkerException("The worker at " + worker + " answered " + answer.status() + ".");
        };
    }

    private static Answer ask(HttpRequest request, Worker worker) throws NoWorkerException {
        HttpClient http = HttpClient.newHttpClient();
        try {
            return http.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
                    .thenApplyAsync(Answer::of)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof UncheckedIOException reading ? reading.getCause() : e.getCause();
            throw away(worker, " (" + cause + ")");
        } catch (TimeoutException e) {
            throw away(worker, " within " + PATIENCE.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw away(worker, " (interrupted)");
        } finally {
            // To close it would wait for an answer that does not end.
            http.shutdownNow();
        }
    }

    private HttpRequest request(Worker worker, String path) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(worker + "/actuator/projects" + path));
            if (worker.tokenFile != null) {
                request.header(
                        "Authorization",
                        "Bearer " + Files.readString(worker.tokenFile).strip());
            }
            return request.build();
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--token-file: cannot be read: " + e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--worker or --token-file cannot be used: give a URL such as http://localhost:8081");
        }
    }

    private static JsonNode body(Answer answer, Worker worker) throws NoWorkerException {
        try {
            return JsonMappers.PUBLIC.readTree(answer.body());
        } catch (JacksonException e) {
            throw notOne(worker);
        }
    }

    private static void require(boolean isOne, Worker worker) throws NoWorkerException {
        if (!isOne) {
            throw notOne(worker);
        }
    }

    private static NoWorkerException away(Worker worker, String how) {
        return new NoWorkerException(
                "The worker at " + worker + " does not answer" + how + ": check --worker, and that it is running.");
    }

    private static NoWorkerException notOne(Worker worker) {
        return new NoWorkerException(
                "The server at " + worker + " does not answer as a worker's management port: check --worker.");
    }
}
