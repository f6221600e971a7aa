package io.docsagent.worker.topics;

import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.domain.AllProjects;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.settings.TopicSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The largest record, in bytes, that each topic can get; all of it follows from the settings and the contract. */
public final class RecordSizes {

    /**
     * What the worker's producers send at most, whatever is set ({@code max.request.size}); they buffer twice as much
     * ({@code buffer.memory}). Not less where less is needed: what lower settings would not allow may still be stored.
     */
    public static final int LARGEST = 16 * 1024 * 1024;

    /** The limit of topics that the worker creates, unless more is needed: a full dead letter with its headers. */
    public static final int USUAL = 4 * 1024 * 1024;

    /** A broker's own default for {@code max.message.bytes}. */
    static final int BROKERS_DEFAULT = 1_048_588;

    /**
     * All that neither a setting nor the service makes longer: the key, ids of at most 128 characters (six bytes each
     * where all are escaped), hashes, times, counts, the JSON around them, a hundred attempts, the headers, the texts of
     * two operations (640 characters each), and a CloudEvent's source and id, twice (256 characters each).
     */
    public static final long FIXED = 24 * 1024;

    /** In JSON a byte of UTF-8 becomes six where it is a control character: backslash, u, 0, 0, X, X. */
    private static final long ESCAPED = 6;

    /** A text of the service, such as a job's id, its status, or an error's message. */
    private static final long TEXT = ESCAPED * ContractLimits.SERVICE_TEXT_BYTES;

    /** A job has eight: id, status, prLink, repository, ref, model, createdAt, archivedAt. */
    private static final long JOB = 8 * TEXT;

    /** With the quotes, colon and comma of each entry. No character takes more than six bytes, escaped or not. */
    private static final long FULL_METADATA = ContractLimits.METADATA_ENTRIES
            * (ESCAPED * (ContractLimits.METADATA_NAME + ContractLimits.METADATA_VALUE) + 6);

    /** The commandIds of a job's earlier commands, with quotes and comma. */
    private static final long EARLIER = JobCommands.MOST_EARLIER * (ESCAPED * 128 + 3);

    /**
     * A use that counts: a time or, while its outcome is unknown, {@code "callId":{"at":time},} (at most 80 + 25 bytes).
     */
    private static final long USE = 107;

    /** What each use of unknown outcome is longer where publishers share the quota: {@code ,"by":"publisher"}. */
    private static final long PUBLISHER = 71;

    /**
     * How far each of 64 publishers is ahead, at three priorities; and three times more their names, with their uses, active
     * jobs and open pull requests.
     */
    private static final long SHARES = 28 * 1024;

    /**
     * When a use that no longer counts was over; as many as the capacity are stored, in case the period is extended.
     */
    private static final long TIME = 14;

    /** An operation that concerns all projects, with the partitions that have carried it out: some of 1,000. */
    private static final long OPERATION = ESCAPED * (128 + 128 + 512) + 4 * 1_000 + 200;

    /** With quotes, colon, time and comma. */
    private static final long OPERATION_ID = ESCAPED * 128 + TIME + 3;

    private final long command;
    private final long metadata;
    private final long quota;

    public RecordSizes(WorkerProperties settings, Stream<Policy> policies) {
        // As long as the publisher wrote it, at most: what Jackson escapes cannot be written shorter by anyone. What
        // is added (priority, traceparent, identity, hash) is fixed.
        this.command = settings.requests().maxBytes().toBytes();
        this.metadata = Math.min(FULL_METADATA, command);
        this.quota = policies.mapToLong(RecordSizes::quota).max().orElse(0);
    }

    /** A command as a publisher may send it; the worker only reads these. */
    public long request() {
        return FIXED + command;
    }

    /** A command, or an observation of a job. */
    public long input() {
        return FIXED + Math.max(command, JOB);
    }

    /** A prompt and the id of its job. */
    public long call() {
        return FIXED + command + TEXT;
    }

    /** A job, its previous status, its id again as ce_subject, the reason, and the command's metadata. */
    public long event() {
        return FIXED + JOB + TEXT + TEXT + TEXT + metadata;
    }

    /** The job, its status and link, the reason, and the command's metadata. */
    long commandRecord() {
        return FIXED + TEXT + TEXT + TEXT + TEXT + metadata;
    }

    /** Dead letters are cut to what fits, down to this. */
    long deadLetter() {
        return DeadLetters.LEAST_LIMIT;
    }

    /** The stores' records by the stores' names. */
    public Map<String, Long> stores() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        // And why it is held.
        sizes.put(StoreNames.PROJECTS, FIXED + TEXT + quota);
        sizes.put(StoreNames.QUEUE, FIXED + command + TEXT);
        sizes.put(StoreNames.JOBS, FIXED + JOB + metadata + EARLIER);
        // What it was, with its content, and what an operator dismissed before, with the metadata.
        sizes.put(StoreNames.SEEN, FIXED + TEXT + TEXT + TEXT + command + metadata);
        // A hold, what is going on, and the ids of those that are remembered.
        sizes.put(
                StoreNames.INSTALLATION,
                FIXED + AllProjects.MOST_GOING_ON * OPERATION + AllProjects.MOST_REMEMBERED * OPERATION_ID);
        sizes.put(StoreNames.POSITIONS, FIXED);
        return sizes;
    }

    /** Every topic that the worker writes to, with the required size and the setting that it follows from. */
    Stream<Need> needs(TopicSettings topics, String applicationId) {
        String byCommand = "docs-agent.requests.max-bytes";
        Stream<Need> own = Stream.of(
                new Need(topics.inputs(), input(), byCommand),
                new Need(topics.calls(), call(), byCommand),
                new Need(topics.jobStatus(), event(), byCommand),
                new Need(topics.commands(), commandRecord(), byCommand),
                new Need(topics.requestsDlt(), deadLetter(), byCommand),
                new Need(topics.operationsDlt(), deadLetter(), byCommand),
                new Need(topics.names().pullRequestsDlt(), deadLetter(), byCommand));
        return Stream.concat(
                own.filter(need -> !need.topic().isBlank()),
                stores().entrySet().stream()
                        .map(store -> new Need(
                                StoreNames.changelogOf(applicationId, store.getKey()),
                                store.getValue(),
                                store.getKey().equals(StoreNames.PROJECTS)
                                        ? "docs-agent.quota.capacity (or a project's own)"
                                        : byCommand)));
    }

    /**
     * The largest record that a topic must take.
     *
     * @param setting that it follows from
     */
    record Need(String topic, long bytes, String setting) {}

    /** The limit with which a topic is created. */
    public static long madeFor(long need) {
        return Math.max(USUAL, need);
    }

    private static long quota(Policy policy) {
        boolean isShared = !policy.sharing().isEqual();
        long publisher = isShared ? PUBLISHER : 0;
        long capacity = policy.quota().capacity();
        // Each use that counts holds a token.
        long counting = capacity + policy.dispatching().maxInFlight();
        return counting * (USE + publisher) + capacity * TIME + (isShared ? SHARES : 0);
    }
}
