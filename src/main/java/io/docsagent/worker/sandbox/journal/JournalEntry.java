package io.docsagent.worker.sandbox.journal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as the service received it.
 *
 * @param sequence 1, 2, 3 … in the order of the journal
 * @param arrivedAt when its headers were read
 * @param handledAt when the service handled it; later than its arrival only if a fault delayed it
 * @param operation the operation that it addressed
 * @param projectId null if the path has none
 * @param jobId the job of the path, or the job that was created
 * @param prompt null if the request has no usable prompt or no access
 * @param headers the headers named by the settings, in lower case; never the key
 * @param status the answer's status, or null if none was sent
 * @param event how it ended: {@code answered}, {@code hung}, {@code dropped}
 * @param counted whether it spent a use of the project
 */
public record JournalEntry(
        long sequence,
        Instant arrivedAt,
        Instant handledAt,
        ServiceOperation operation,
        @Nullable String projectId,
        @Nullable String jobId,
        @Nullable String prompt,
        Map<String, String> headers,
        @Nullable Integer status,
        String event,
        boolean counted) {

    @JsonIgnore
    public boolean isPost() {
        return operation.isPost();
    }

    JournalEntry numbered(long number) {
        return new JournalEntry(
                number, arrivedAt, handledAt, operation, projectId, jobId, prompt, headers, status, event, counted);
    }
}
