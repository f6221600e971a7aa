package io.docsagent.worker.faults;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command as its publisher knows it.
 *
 * @param publisher one of {@link Publishers#NAMES}
 * @param createCommandId the create that a message follows; null for a create
 * @param quiet whether it is the only one of its project
 * @param at when the publisher began to send it
 */
record Published(
        String commandId,
        String projectId,
        String publisher,
        @Nullable String createCommandId,
        boolean quiet,
        Instant at) {}
