package io.docsagent.worker.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.Profile;
import org.springframework.util.unit.DataSize;

/**
 * Every setting of the sandbox.
 *
 * @param access who is let in
 * @param quota how the uses of a project are limited
 * @param jobs what becomes of jobs
 * @param http how requests are taken and answered
 * @param journal what is kept of every request
 * @param faults what goes wrong from the start
 * @param agent who works on the jobs
 * @param repositories what they work on
 * @param dataDir where repositories and jobs are kept; a temporary folder, gone at the end, if not given
 * @param publicUrl where browsers reach the pages; the address that is listened at, if not given
 * @param control of a running sandbox, over HTTP
 */
@Profile("sandbox")
@ConfigurationProperties(SandboxSettings.PREFIX)
public record SandboxSettings(
        @DefaultValue Access access,
        @DefaultValue Quota quota,
        @DefaultValue Jobs jobs,
        @DefaultValue Http http,
        @DefaultValue Journaling journal,
        @DefaultValue List<FaultSetting> faults,
        @DefaultValue AgentWork agent,
        @DefaultValue RepositoryOrigins repositories,
        @Nullable Path dataDir,
        @Nullable URI publicUrl,
        @DefaultValue Control control) {

    static final String PREFIX = "docs-agent.sandbox";

    /**
     * Settings for a sandbox in this JVM: the defaults, and what the lines say, named as in a properties file without
     * the prefix: {@code of("quota.capacity=3", "jobs.takes=1s")}. An unknown name is an error.
     */
    public static SandboxSettings of(String... lines) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        for (String line : lines) {
            int equals = line.indexOf('=');
            source.put(PREFIX + "." + line.substring(0, equals), line.substring(equals + 1));
        }
        return bound(SandboxSettings.class, source);
    }

    /** A part of the settings, with names as in {@link #of} but from that part on. */
    static <T> T bind(Class<T> type, Map<String, Object> values) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        values.forEach((name, value) -> source.put(PREFIX + "." + name, value));
        return bound(type, source);
    }

    private static <T> T bound(Class<T> type, MapConfigurationPropertySource source) {
        return new Binder(source)
                .bindOrCreate(PREFIX, Bindable.of(type), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }

    /**
     * Who is let in.
     *
     * @param keys the bearer keys that are accepted; where there are none, any key is
     * @param wrongKeyStatus the answer to another key: 401 or 403
     * @param grants keys that are for some projects, for a time, or for some addresses
     * @param addresses from which requests may come at all, as {@code 10.0.0.0/8} or one address; any if empty
     */
    public record Access(
            @DefaultValue Set<String> keys,
            @DefaultValue("401") int wrongKeyStatus,
            @DefaultValue List<Grant> grants,
            @DefaultValue Set<String> addresses) {

        public Access {
            AddressRange.all(addresses);
        }
    }

    /**
     * Who works on the jobs.
     *
     * @param kind noop (no repositories and no pages: jobs only seem to be worked on), writer or command
     * @param command the program of kind command, with its arguments; the prompt comes on its standard input
     * @param environment what it finds in its environment, beside PATH, HOME and LANG
     * @param timeLimit for one prompt, from the agent's start to the commit
     * @param parallel prompts that are worked on at once
     * @param maxChange bytes that it may leave in new and changed files
     */
    public record AgentWork(
            @DefaultValue("noop") AgentKind kind,
            @DefaultValue List<String> command,
            @DefaultValue Map<String, String> environment,
            @DefaultValue("2m") Duration timeLimit,
            @DefaultValue("2") int parallel,
            @DefaultValue("16MB") DataSize maxChange) {

        public AgentWork {
            if (kind == AgentKind.COMMAND && command.isEmpty()) {
                throw new IllegalArgumentException("An agent of kind command needs a command");
            }
        }
    }

    /**
     * What the jobs work on.
     *
     * @param origin path or URL from which a project's repository is cloned; a small site is made if not given
     * @param origins likewise, by project
     * @param maxProjects repositories that are made; a create for one more is answered 404
     * @param maxJobsPerProject jobs that are kept; beyond it the oldest ended one goes, with its branch
     * @param archiveAfter how long a job rests until it is archived
     */
    public record RepositoryOrigins(
            @Nullable String origin,
            @DefaultValue Map<String, String> origins,
            @DefaultValue("1000") int maxProjects,
            @DefaultValue("500") int maxJobsPerProject,
            @DefaultValue("7d") Duration archiveAfter) {}

    /**
     * Control of a running sandbox.
     *
     * @param enabled whether faults, keys and limits can be changed under {@code /_sandbox}, by anyone who reaches it
     */
    public record Control(@DefaultValue("false") boolean enabled) {}

    /**
     * How the uses of a project are limited; create and message share them.
     *
     * @param limiter how uses are counted: rolling, fixed-window or token-bucket
     * @param capacity uses per period
     * @param period the time for which a use counts
     * @param countRefused whether a request that is answered 429 counts as a use too
     * @param retryAfter how a 429 says when to come back: seconds, date or absent
     */
    public record Quota(
            @DefaultValue("rolling") Limiter limiter,
            @DefaultValue("100") int capacity,
            @DefaultValue("1h") Duration period,
            @DefaultValue("false") boolean countRefused,
            @DefaultValue("seconds") RetryAfter retryAfter) {

        public Quota {
            if (capacity < 1 || period.toMillis() < 1) {
                throw new IllegalArgumentException("A quota needs a capacity of 1 and a period of 1 ms, or more");
            }
        }
    }

    /**
     * What becomes of jobs that no mark in the prompt steers.
     *
     * @param takes how long a job is active
     * @param takesAtMost where given, jobs take between the former and this, at random
     * @param seed of that randomness
     * @param outcome how jobs come out: completed, no-changes, late-pr, failed or archived
     * @param prDelay how long after the end of a late-pr job its link appears
     * @param maxKept jobs that are remembered
     */
    public record Jobs(
            @DefaultValue("5s") Duration takes,
            @Nullable Duration takesAtMost,
            @DefaultValue("1") long seed,
            @DefaultValue("completed") Outcome outcome,
            @DefaultValue("3s") Duration prDelay,
            @DefaultValue("1000000") int maxKept) {

        public Jobs {
            if (takesAtMost != null && takesAtMost.compareTo(takes) < 0) {
                throw new IllegalArgumentException(
                        "Jobs cannot take at most " + takesAtMost + " and at least " + takes);
            }
        }
    }

    /**
     * How requests are taken and answered.
     *
     * @param postLatency time between the work on a POST and its answer
     * @param getLatency time between the work on a GET and its answer
     * @param maxBody the largest request body; a larger one is answered 413
     * @param hosts names that requests may give as their Host, beside localhost, the address that they came to and the
     *     public URL's; another one is answered 403
     * @param requestTimeout for a request to arrive whole, from the end of its headers
     * @param idleTimeout after which a connection without a request is closed
     * @param threads event loop threads
     */
    public record Http(
            @DefaultValue("0s") Duration postLatency,
            @DefaultValue("0s") Duration getLatency,
            @DefaultValue("1MB") DataSize maxBody,
            @DefaultValue Set<String> hosts,
            @DefaultValue("30s") Duration requestTimeout,
            @DefaultValue("60s") Duration idleTimeout,
            @DefaultValue("2") int threads) {}

    /**
     * What is kept of every request.
     *
     * @param maxEntries entries kept in memory; the oldest are forgotten
     * @param file where to append every entry as a line of JSON before the answer is sent; nowhere if not given
     * @param headers the request headers to keep; Authorization never is
     */
    public record Journaling(
            @DefaultValue("1000000") int maxEntries,
            @Nullable Path file,

            @DefaultValue({"content-type", "user-agent", "traceparent"})
            Set<String> headers) {}

    /**
     * Something that goes wrong from the start.
     *
     * @param fault the fault in words, such as {@code answer 503 retry-after 5 times 2} or {@code drop after}
     * @param operations the operations that it strikes: create, message, get
     * @param projectId the only project that it strikes; all if not given
     */
    public record FaultSetting(
            String fault,
            @DefaultValue({"create", "message", "get"}) Set<Operation> operations,
            @Nullable String projectId) {

        public FaultSetting {
            FaultText.parse(fault);
        }

        FaultRule rule() {
            FaultRule parsed = FaultText.parse(fault);
            return new FaultRule(parsed.fault(), operations, projectId, parsed.times());
        }
    }
}
