package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A job as the service returned it; every field except the id may be missing, and none has a guaranteed form.
 *
 * @param status {@code active}, {@code completed}, {@code archived}, {@code failed}, or one not known yet; null where
 *     missing
 * @param prLink URL of the pull request; null while there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobSnapshot(
        String id,
        @Nullable String status,
        @Nullable String prLink,
        @Nullable Source source,
        @Nullable String model,
        @Nullable String createdAt,
        @Nullable String archivedAt) {

    /** The repository that the job works on. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Source(
            @Nullable String repository, @Nullable String ref) {}

    /** A job of which only the id is known. */
    public static JobSnapshot ofId(String id) {
        return new JobSnapshot(id, null, null, null, null, null, null);
    }
}
