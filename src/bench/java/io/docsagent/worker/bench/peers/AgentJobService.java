package io.docsagent.worker.bench.peers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The JDK's client, one blocked thread a call: what the peers with quotas call the service with. */
final class AgentJobService {

    /** An answer that is no job: with a status other than 2xx. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(int status) {
            super("The service answered " + status);
        }
    }

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String baseUrl;

    AgentJobService(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    String create(Command command) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/v2/agent/" + command.projectId() + "/job"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer bench")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(command.body()))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new RefusedException(response.statusCode());
        }
        return response.body();
    }
}
