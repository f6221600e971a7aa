package io.docsagent.worker.cli;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.wire.Printable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A worker's management port, where one is named: what only the worker knows, such as its quota. */
final class WorkerEndpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--worker",
            paramLabel = "URL",
            description = "A worker's management port, such as http://localhost:8081: shows its quota and holds, too.")
    private @Nullable URI worker;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Holds the token of the management port.")
    private @Nullable Path tokenFile;

    /** The worker did not answer as one. */
    static final class NoWorkerException extends Exception {

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
     * @return null where none is named, and where it knows nothing of that, which is said
     * @throws NoWorkerException where it is away, or refuses the token
     */
    @Nullable
    JsonNode get(String path) throws NoWorkerException {
        if (worker == null) {
            return null;
        }
        HttpResponse<String> answer = ask(request(worker + "/actuator/projects" + path));
        return switch (answer.statusCode()) {
            case 200 -> body(answer);
            case 404 -> {
                String note = body(answer).path("note").asString("The worker knows nothing of it.");
                spec.commandLine().getErr().println(Printable.of(note));
                yield null;
            }
            case 401 ->
                throw new NoWorkerException(
                        "The worker at " + worker + " refuses the token: name it with --token-file.");
            default ->
                throw new NoWorkerException("The worker at " + worker + " answered " + answer.statusCode() + ".");
        };
    }

    private HttpResponse<String> ask(HttpRequest request) throws NoWorkerException {
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new NoWorkerException("The worker at " + worker + " does not answer: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoWorkerException("interrupted");
        }
    }

    private HttpRequest request(String address) {
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE);
            if (tokenFile != null) {
                request.header(
                        "Authorization", "Bearer " + Files.readString(tokenFile).strip());
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

    private static JsonNode body(HttpResponse<String> answer) throws NoWorkerException {
        try {
            return JsonMappers.PUBLIC.readTree(answer.body());
        } catch (JacksonException e) {
            throw new NoWorkerException(answer.uri() + " answered " + answer.statusCode() + " without JSON: give the"
                    + " address of the management port.");
        }
    }
}
