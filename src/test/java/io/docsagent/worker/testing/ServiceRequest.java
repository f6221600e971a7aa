package io.docsagent.worker.testing;

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

    /** Of a line of the sandbox's journal. */
    static ServiceRequest of(String line) {
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
