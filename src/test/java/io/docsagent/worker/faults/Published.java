package io.docsagent.worker.faults;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command as its publisher knows it.
 *
 * @param publisher one of {@link Publishers#NAMES}
 * @param createCommandId the create that a message follows; null for a create
 * @param cancels the command that a cancel names; null for all others
 * @param notBefore that it asked for; null where it may be sent at once
 * @param quiet whether it is the only one of its project
 * @param at when the publisher began to send it
 */
record Published(
        String commandId,
        String projectId,
        String publisher,
        @Nullable String createCommandId,
        @Nullable String cancels,
        @Nullable Instant notBefore,
        boolean quiet,
        Instant at) {}
