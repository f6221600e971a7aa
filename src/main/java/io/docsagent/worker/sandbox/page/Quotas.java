package io.docsagent.worker.sandbox.page;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the pages want to know of the projects' limits. */
public interface Quotas {

    /** The projects that have spent uses. */
    Set<String> projects();

    Standing of(String projectId);

    /**
     * @param nextAt when the next use comes back, or null where all are there
     * @param allAt when all are there again, likewise
     */
    record Standing(
            int left,
            int capacity,
            @Nullable Instant nextAt,
            @Nullable Instant allAt) {

        /** To the second, as both times are shown. */
        boolean returnsAtOnce() {
            return nextAt != null && allAt != null && nextAt.getEpochSecond() == allAt.getEpochSecond();
        }
    }
}
