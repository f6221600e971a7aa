package io.docsagent.worker.sandbox.journal;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is kept of every request.
 *
 * @param maxEntries entries kept in memory; the oldest are forgotten
 * @param file where to append every entry as a line of JSON before the answer is sent; nowhere if not given
 * @param headers the request headers to keep; Authorization never is
 */
public record JournalSettings(
        @DefaultValue("1000000") int maxEntries,
        @Nullable Path file,

        @DefaultValue({"content-type", "user-agent", "traceparent"})
        Set<String> headers) {}
