package io.docsagent.worker.sandbox.journal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.sandbox.api.Operation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as the service saw it.
 *
 * @param sequence 1, 2, 3 … in the order of the journal
 * @param arrivedAt when its head was read
 * @param handledAt when the service looked at it; later than its arrival only where a fault stalled it
 * @param operation what it asked for
 * @param projectId null where the path named none
 * @param jobId the job of the path, or the one that was made
 * @param prompt null for requests without a usable one, and for those without access
 * @param headers those headers that the settings name, names in lower case; never the key
 * @param status the answer's status, or null where none was sent
 * @param event how it ended: {@code answered}, {@code hung}, {@code dropped}
 * @param counted whether it spent a use of the project
 */
public record JournalEntry(
        long sequence,
        Instant arrivedAt,
        Instant handledAt,
        Operation operation,
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
