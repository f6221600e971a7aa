package io.docsagent.worker.faults;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Another client of the same projects, of which the worker knows nothing. */
final class OtherClient implements AutoCloseable {

    /** Its prompts begin so. */
    static final String MARK = "somebody-else";

    private static final long BETWEEN_MILLIS = 100;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final String baseUrl;
    private final String key;

    OtherClient(String baseUrl, String key) {
        this.baseUrl = baseUrl;
        this.key = key;
    }

    /** Until it is closed. */
    void spend(List<String> projects) {
        var unused =
                timer.scheduleAtFixedRate(() -> projects.forEach(this::post), 0, BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void post(String projectId) {
        HttpRequest create = HttpRequest.newBuilder(URI.create(baseUrl + "/v2/agent/" + projectId + "/job"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\":\"" + MARK + "\"}"))
                .build();
        var unused = http.sendAsync(create, HttpResponse.BodyHandlers.discarding());
    }

    @Override
    public void close() {
        timer.shutdownNow();
        http.close();
    }
}
