package io.docsagent.worker.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The Agent Job Service.
 *
 * @param baseUrl URL of the service, http or https, for example {@code https://api.example.com}
 * @param key the key itself; prefer {@code key-file}
 * @param keyFile a file with the key, reloaded when its content changes
 * @param keyDir a folder of key files, each named after its project
 * @param keyRefresh how often key files are checked for changes
 * @param connectTimeout to open a connection
 * @param responseTimeout for a whole call, from its start to the last byte of the answer
 * @param maxInFlight calls in flight at once; as many more if each is its project's only one
 * @param maxWaitingCalls calls of an instance waiting for a slot
 * @param maxWaitingSize of the prompts of calls of an instance waiting for a slot
 * @param maxResponseSize of a decompressed response; the rest is not read
 * @param maxResponseHeaderSize of all headers; a response with more is lost
 * @param notTakenStatuses statuses that prove that the service did not take the call, such as 503
 * @param throttledStatuses further statuses that mean "later, not never", as 429 does
 * @param idempotencyHeader by which the service recognises a repeated POST: its value is a UUID that is the same for
 *     every attempt of a command
 * @param breaker when to stop calling a failing service
 * @param requireHttps whether a base URL without TLS is refused, except on this machine
 * @param sslBundle the Spring Boot SSL bundle with the truststore and, for mutual TLS, the client certificate
 * @param proxy through which the service is reached
 */
public record ApiSettings(
        @NotNull(
                message = "must be set to the address of the Agent Job Service, for example"
                        + " https://api.example.com (DOCS_AGENT_API_BASE_URL)")
        URI baseUrl,

        @Nullable String key,
        @Nullable Path keyFile,
        @Nullable Path keyDir,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration keyRefresh,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration connectTimeout,
        @DefaultValue("30s") @DurationMin(millis = 10) Duration responseTimeout,
        @DefaultValue("256") @Min(1) @Max(100_000) int maxInFlight,
        @DefaultValue("10000") @Min(1) int maxWaitingCalls,
        @DefaultValue("64MB") @DataSizeMin("1KB") DataSize maxWaitingSize,
        @DefaultValue("1MB") @DataSizeMin("1KB") DataSize maxResponseSize,
        @DefaultValue("64KB") @DataSizeMin("1KB") DataSize maxResponseHeaderSize,
        @DefaultValue Set<@Min(400) @Max(599) Integer> notTakenStatuses,
        @DefaultValue Set<@Min(400) @Max(599) Integer> throttledStatuses,

        @Nullable @Pattern(regexp = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", message = "must be the name of an HTTP header")
        String idempotencyHeader,

        @Valid @DefaultValue Breaker breaker,
        @DefaultValue("true") boolean requireHttps,
        @Nullable String sslBundle,
        @Valid @DefaultValue Proxy proxy) {

    private static final Set<String> USED_HEADERS = Set.of(
            "accept",
            "accept-encoding",
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "te",
            "traceparent",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    @AssertTrue(message = "docs-agent.api.base-url must begin with http:// or https://, and name a host")
    boolean isBaseUrlUsable() {
        return baseUrl == null
                || (Set.of("http", "https").contains(String.valueOf(baseUrl.getScheme()))
                        && baseUrl.getHost() != null
                        && baseUrl.getRawQuery() == null
                        && baseUrl.getRawFragment() == null);
    }

    @AssertTrue(
            message = "docs-agent.api.base-url must begin with https://: without TLS the key can be read in transit."
                    + " To allow it, set docs-agent.api.require-https=false (DOCS_AGENT_API_REQUIRE_HTTPS)")
    boolean isBaseUrlSecure() {
        return !requireHttps || baseUrl == null || isHttps() || isThisMachine(baseUrl.getHost());
    }

    @AssertTrue(
            message = "docs-agent.api.ssl-bundle has no effect with a docs-agent.api.base-url that begins with"
                    + " http://: make it https://, or remove the bundle")
    boolean isSslBundleOfUse() {
        return sslBundle == null || baseUrl == null || isHttps();
    }

    @AssertTrue(
            message = "docs-agent.api.not-taken-statuses and docs-agent.api.throttled-statuses have a status in"
                    + " common: remove it from one of them")
    boolean isEachStatusOfOneKind() {
        return Collections.disjoint(notTakenStatuses, throttledStatuses);
    }

    @AssertTrue(
            message = "docs-agent.api.idempotency-header must not be a header that the worker or HTTP itself uses:"
                    + " take another one, such as Idempotency-Key")
    boolean isIdempotencyHeaderFree() {
        return idempotencyHeader == null || !USED_HEADERS.contains(idempotencyHeader.toLowerCase(Locale.ROOT));
    }

    /** The most calls in flight at once, and so the most connections that calls need. */
    public static int mostInFlight(int maxInFlight) {
        return Math.multiplyExact(2, maxInFlight);
    }

    public boolean isHttps() {
        return "https".equals(baseUrl.getScheme());
    }

    /** By its name alone: what a name resolves to may change. */
    private static boolean isThisMachine(@Nullable String host) {
        return host != null
                && (host.equalsIgnoreCase("localhost")
                        || host.equals("[::1]")
                        || host.matches("127(\\.[0-9]{1,3}){3}"));
    }

    @AssertTrue(
            message = "Set exactly one of docs-agent.api.key (DOCS_AGENT_API_KEY) and docs-agent.api.key-file"
                    + " (DOCS_AGENT_API_KEY_FILE), or docs-agent.api.key-dir with a file for each project")
    boolean isKeyGivenOnce() {
        boolean hasKey = key != null && !key.isBlank();
        return hasKey ? keyFile == null : keyFile != null || keyDir != null;
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "ApiSettings[baseUrl=" + baseUrl + ", keyFile=" + keyFile + ", keyDir=" + keyDir + "]";
    }

    /**
     * The circuit breaker.
     *
     * @param unknownInARow consecutive unknown outcomes after which no more calls are sent; also the most calls that
     *     begin before the first success
     * @param maxTrialInterval between trials; the first comes after 1 s, and each wait is twice the one before
     */
    public record Breaker(
            @DefaultValue("5") @Min(1) @Max(1_000_000) int unknownInARow,
            @DefaultValue("1m") @DurationMin(seconds = 1) Duration maxTrialInterval) {}

    /**
     * An HTTP proxy that tunnels to the service with CONNECT.
     *
     * @param host of the proxy; if unset, the service is called directly
     * @param port of the proxy
     * @param username for a proxy that requires one
     * @param password for a proxy that requires one
     */
    public record Proxy(
            @Nullable String host,
            @DefaultValue("3128") @Min(1) @Max(65_535) int port,
            @Nullable String username,
            @Nullable String password) {

        /** A variable that is empty sets nothing. */
        public Proxy {
            host = emptyToNull(host);
            username = emptyToNull(username);
            password = emptyToNull(password);
        }

        private static @Nullable String emptyToNull(@Nullable String text) {
            return text == null || text.isBlank() ? null : text;
        }

        @AssertTrue(
                message =
                        "docs-agent.api.proxy.username and docs-agent.api.proxy.password must be set together, and only with"
                                + " docs-agent.api.proxy.host")
        boolean isComplete() {
            return (username == null) == (password == null) && (host != null || username == null);
        }

        /** Leaves the password out. */
        @Override
        public String toString() {
            return "Proxy[host=" + host + ", port=" + port + ", username=" + username + "]";
        }
    }
}
