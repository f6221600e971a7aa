package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The two JSON dialects: RFC 3339 times for others, epoch milliseconds for internal records. */
public final class JsonMappers {

    /**
     * The limits of every reader in this process; ingress adds narrower ones of its own. The length of names and texts
     * is bounded by the size of records alone: a limit here could refuse what was accepted before.
     */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            // Readers share a table of names, and publishers choose the names in metadata: some 500 of one hash, from
            // 34 commands, would make every later read fail. Without the check they are slower to find, and no more.
            .disable(TokenStreamFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    /** For what others read: schemas/, RFC 3339. */
    public static final JsonMapper PUBLIC = JsonMapper.builder(FACTORY).build();

    /** For internal records and state: strict, so that a field from a newer version is never dropped unseen. */
    public static final JsonMapper INTERNAL = JsonMapper.builder(FACTORY)
            .enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .disable(DateTimeFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .enable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private JsonMappers() {}
}
