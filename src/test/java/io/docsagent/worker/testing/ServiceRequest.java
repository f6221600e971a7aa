package io.docsagent.worker.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that reached the service.
 *
 * @param operation which it was: {@code CREATE}, {@code MESSAGE} or {@code GET}
 * @param jobId the job of the path, or the one that was created
 * @param prompt of a create or message
 * @param status of the answer; null where none was sent
 */
public record ServiceRequest(
        String operation,
        @Nullable String projectId,
        @Nullable String jobId,
        @Nullable String prompt,
        @Nullable Integer status) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Those in the sandbox's journal; a long line may be seen before all of it is written. */
    static List<ServiceRequest> allIn(Path journal) throws IOException {
        String text = Files.exists(journal) ? new String(Files.readAllBytes(journal), StandardCharsets.UTF_8) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(ServiceRequest::of)
                .toList();
    }

    private static ServiceRequest of(String line) {
        JsonNode entry = JSON.readTree(line);
        return new ServiceRequest(
                entry.path("operation").asString(),
                entry.path("projectId").asString(null),
                entry.path("jobId").asString(null),
                entry.path("prompt").asString(null),
                entry.path("status").isNumber() ? entry.path("status").intValue() : null);
    }

    /** Whether it spends a use of the quota. */
    public boolean isPost() {
        return operation.equals("CREATE") || operation.equals("MESSAGE");
    }
}
