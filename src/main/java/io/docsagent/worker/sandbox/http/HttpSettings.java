package io.docsagent.worker.sandbox.http;

import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How requests are received and answered.
 *
 * @param postLatency time between the work on a POST and its answer
 * @param getLatency time between the work on a GET and its answer
 * @param maxBody the largest request body; a larger one gets 413
 * @param hosts host names that requests may use, in addition to localhost, the address of the connection and the host
 *     of the public URL; other names get 403
 * @param requestTimeout time for a request to arrive completely, from the end of its headers
 * @param idleTimeout after which a connection without a request is closed
 * @param threads event loop threads
 */
public record HttpSettings(
        @DefaultValue("0s") Duration postLatency,
        @DefaultValue("0s") Duration getLatency,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue Set<String> hosts,
        @DefaultValue("30s") Duration requestTimeout,
        @DefaultValue("60s") Duration idleTimeout,
        @DefaultValue("2") int threads) {}
