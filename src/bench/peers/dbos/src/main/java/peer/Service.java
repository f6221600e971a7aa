package peer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import peer.Commands.Fate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Agent Job Service. */
final class Service {

    /** The jobId is null unless the job was accepted. */
    record Answer(int status, String jobId, long retryAfterSeconds) {}

    private static final String URL = System.getenv("SERVICE_URL");
    private static final String KEY = System.getenv("SERVICE_KEY");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Answer post(String projectId, String prompt) throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(Map.of("prompt", prompt));
        HttpResponse<String> response = send(request(projectId, "job")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
        boolean accepted = response.statusCode() / 100 == 2;
        return new Answer(
                response.statusCode(),
                accepted ? JSON.readTree(response.body()).get("id").asString() : null,
                Math.max(1, response.headers().firstValueAsLong("Retry-After").orElse(1)));
    }

    /** Active also when the service does not say: it is asked again at the next poll. */
    Fate job(String projectId, String jobId) {
        try {
            HttpResponse<String> response = send(request(projectId, "job/" + jobId));
            if (response.statusCode() == 200) {
                JsonNode job = JSON.readTree(response.body());
                return new Fate(job.get("status").asString(), job.path("prLink").asString(null), null);
            }
        } catch (IOException notNow) {
            // As below.
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Fate.of("active");
    }

    private HttpRequest.Builder request(String projectId, String what) {
        return HttpRequest.newBuilder(URI.create(URL + "/v2/agent/" + projectId + "/" + what))
                .header("Authorization", "Bearer " + KEY)
                .timeout(Duration.ofMinutes(1));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
