package io.docsagent.worker.sandbox.journal;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is recorded of every request.
 *
 * @param maxEntries entries kept in memory; beyond it the oldest are dropped
 * @param file file to which every entry is appended as a line of JSON before the answer is sent; none if not given
 * @param headers the request headers to record; never Authorization
 */
public record JournalSettings(
        @DefaultValue("1000000") int maxEntries,
        @Nullable Path file,

        @DefaultValue({"content-type", "user-agent", "traceparent"})
        Set<String> headers) {}
