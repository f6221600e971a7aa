package peer;

import com.google.gson.Gson;
import io.littlehorse.sdk.worker.LHTaskMethod;
import io.littlehorse.sdk.worker.WorkerContext;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of the Agent Job Service, as tasks. */
final class JobTasks {

    /** What a workflow knows of its job, and when it is to go on, in milliseconds of the epoch. */
    record Job(String status, String id, String prLink, long next) {

        Job goesOn(Instant then) {
            return new Job(status, id, prLink, then.toEpochMilli());
        }
    }

    private static final String SERVICE = System.getenv("SERVICE_URL") + "/v2/agent/";
    private static final Duration POLL_FIRST = seconds("POLL_FIRST_SECONDS", "5");
    private static final Duration POLL = seconds("POLL_SECONDS", "30");
    private static final Job WAITING = new Job("waiting", null, null, 0);
    private static final Job REJECTED = new Job("rejected", null, null, 0);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final Map<String, Quota> quotas = new ConcurrentHashMap<>();
    private final Gson gson = new Gson();

    /** Any exception leaves it unknown whether there is a job. */
    @LHTaskMethod("create-job")
    public Job create(String projectId, String prompt, WorkerContext context) throws IOException, InterruptedException {
        String commandId = context.getWfRunId().getId();
        Quota quota = quotas.computeIfAbsent(projectId, id -> new Quota());
        Optional<Instant> later = quota.turnOf(commandId);
        if (later.isPresent()) {
            return WAITING.goesOn(later.get());
        }
        try {
            HttpResponse<String> response = http.send(
                    request(projectId, "/job")
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(gson.toJson(Map.of("prompt", prompt))))
                            .build(),
                    BodyHandlers.ofString());
            if (response.statusCode() == 429) {
                long pause = response.headers().firstValueAsLong("Retry-After").orElse(1);
                return WAITING.goesOn(quota.again(commandId, Duration.ofSeconds(pause)));
            }
            return response.statusCode() / 100 == 4 ? REJECTED : job(response, POLL_FIRST);
        } catch (ConnectException notSent) {
            // Not by LittleHorse's retries: they would also send again what a dead worker may have sent.
            return WAITING.goesOn(quota.again(commandId, Duration.ofSeconds(2)));
        }
    }

    @LHTaskMethod("get-job")
    public Job get(String projectId, String jobId) throws IOException, InterruptedException {
        return job(http.send(request(projectId, "/job/" + jobId).build(), BodyHandlers.ofString()), POLL);
    }

    private static HttpRequest.Builder request(String projectId, String path) {
        return HttpRequest.newBuilder(URI.create(SERVICE + projectId + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + System.getenv("SERVICE_KEY"));
    }

    private Job job(HttpResponse<String> response, Duration pause) throws IOException {
        if (response.statusCode() / 100 != 2) {
            throw new IOException("The service answered " + response.statusCode());
        }
        Job job = gson.fromJson(response.body(), Job.class);
        return job.status().equals("active") ? job.goesOn(Instant.now().plus(pause)) : job;
    }

    private static Duration seconds(String variable, String otherwise) {
        return Duration.ofSeconds(Long.parseLong(System.getenv().getOrDefault(variable, otherwise)));
    }
}
