package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.quota.Quota;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A project's own state: small, whatever its backlog.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param applied the last input that was taken into it
 * @param operatorHold null where no operator holds the project
 * @param bulkTasks what concerns many commands and takes several decisions, in order
 * @param keptBytes of the content of commands of unknown outcome, which an operator may have sent again
 * @param calls the commands whose calls are in flight, by callId; stored with the queue, not with the project
 * @param shares null where no publisher is ahead of its share
 * @param resumedFrom the holds of all projects that an operator last ended for this one, by their names
 * @param probed the last request of all projects to probe now that it has looked at, by its name; null for none
 * @param activeJobs by the publisher of the latest command of each
 * @param openPullRequests likewise; one that several jobs have counts for the first of them
 */
public record Project(
        String id,
        Applied applied,
        Counts counts,
        Quota quota,
        @JsonIgnore Map<String, QueuedCommand> calls,
        Hold hold,
        @Nullable FairShares shares,
        @Nullable OperatorHold operatorHold,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BulkTask> bulkTasks,
        long keptBytes,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> resumedFrom,
        @Nullable String probed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Integer> activeJobs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Integer> openPullRequests) {

    public Project {
        activeJobs = activeJobs == null ? Map.of() : Map.copyOf(activeJobs);
        openPullRequests = openPullRequests == null ? Map.of() : Map.copyOf(openPullRequests);
        shares = shares == null || shares.equals(FairShares.NONE) ? null : shares;
        calls = calls == null ? Map.of() : calls;
        resumedFrom = resumedFrom == null ? List.of() : List.copyOf(resumedFrom);
        bulkTasks = bulkTasks == null ? List.of() : List.copyOf(bulkTasks);
    }

    /** One in which no publisher is ahead, and that no operator is concerned with. */
    public Project(
            String id, Applied applied, Counts counts, Quota quota, Map<String, QueuedCommand> calls, Hold hold) {
        this(id, applied, counts, quota, calls, hold, null, null, List.of(), 0, List.of(), null, Map.of(), Map.of());
    }

    /** The offset and append time of an input; a replayed one is not after it. */
    public record Applied(long offset, Instant at) {

        private static final Applied NONE = new Applied(-1, Instant.EPOCH);

        /** It is not known which was the last. */
        private static final Applied LOST = new Applied(0, Instant.EPOCH);

        public boolean includes(LogPosition position) {
            // By time too: in a re-created topic the offsets begin again.
            return position.offset() <= offset && !position.appendedAt().isAfter(at);
        }
    }

    /**
     * How much of everything the project has.
     *
     * @param nextSequence for the next command
     * @param bytes of heap that the waiting commands and those in flight take
     * @param jobs known
     * @param followed of those, the ones that are polled
     * @param stateBytes of heap that jobs and remembered commands take
     */
    public record Counts(
            long nextSequence,
            int high,
            int normal,
            int low,
            long bytes,
            int seen,
            int jobs,
            int followed,
            long stateBytes) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

        /** Commands waiting. */
        public int waiting() {
            return high + normal + low;
        }

        /** Commands waiting at a priority. */
        public int waiting(Priority priority) {
            return switch (priority) {
                case HIGH -> high;
                case NORMAL -> normal;
                case LOW -> low;
            };
        }

        /** The same of the queue, and these of the rest. */
        public Counts with(int otherSeen, int otherJobs, int otherFollowed, long otherStateBytes) {
            return new Counts(
                    nextSequence, high, normal, low, bytes, otherSeen, otherJobs, otherFollowed, otherStateBytes);
        }

        public Counts sequenceTaken(long sequence) {
            long next = Math.max(nextSequence, sequence + 1);
            return new Counts(next, high, normal, low, bytes, seen, jobs, followed, stateBytes);
        }

        public Counts waiting(Priority priority, int more) {
            return new Counts(
                    nextSequence,
                    high + (priority == Priority.HIGH ? more : 0),
                    normal + (priority == Priority.NORMAL ? more : 0),
                    low + (priority == Priority.LOW ? more : 0),
                    bytes,
                    seen,
                    jobs,
                    followed,
                    stateBytes);
        }

        public Counts bytes(long more) {
            return new Counts(nextSequence, high, normal, low, bytes + more, seen, jobs, followed, stateBytes);
        }
    }

    /** Of which nothing is known. */
    public static Project fresh(String id) {
        return new Project(id, Applied.NONE, Counts.NONE, Quota.UNUSED, Map.of(), Hold.NONE);
    }

    /** Whether nothing would end the hold, since its probe was deleted. */
    private boolean lacksProbe(Collection<QueuedCommand> inFlight) {
        return hold instanceof Hold.Probing
                && inFlight.stream()
                        .map(QueuedCommand::inFlight)
                        .noneMatch(call -> call.probe() && call.epoch() == hold.epoch());
    }

    /** Whose own record was deleted, while what is stored beside it is left. */
    public static Project lost(String id) {
        return new Project(id, Applied.LOST, Counts.NONE, Quota.UNUSED, Map.of(), Hold.NONE);
    }

    /** What the project adds to its partition's load. */
    public Load load() {
        return new Load(counts.bytes() + keptBytes, counts.stateBytes() + HeapBytes.of(quota));
    }

    /** With what is stored beside it counted anew. */
    public Project counted(
            Counts ofAll,
            Map<String, QueuedCommand> inFlight,
            long ofContentKept,
            Map<String, Integer> active,
            Map<String, Integer> open) {
        return new Project(
                id,
                applied,
                ofAll,
                quota.withInFlight(inFlight.size()),
                Map.copyOf(inFlight),
                lacksProbe(inFlight.values()) ? ((Hold.Probing) hold).postpone(applied.at()) : hold,
                shares,
                operatorHold,
                bulkTasks,
                ofContentKept,
                resumedFrom,
                probed,
                active,
                open);
    }

    /**
     * When forgetting it loses nothing, if no input comes before; null where it has commands, jobs or remembered commands, or an
     * operator holds it. A hold whose wait is over without a command to probe it holds nobody.
     */
    @Nullable
    public Instant forgettableAt(QuotaLimit limit, Instant now) {
        if (!isDormant() || counts.seen() > 0) {
            return null;
        }
        Instant unused = quota.unusedAt(limit, now);
        if (unused == null) {
            return null;
        }
        return hold instanceof Hold.Held held && held.until().isAfter(unused) ? held.until() : unused;
    }

    /** Whether a new owner must wake it at once: something waits, is in flight, is followed or is to end, or may be. */
    @JsonIgnore
    public boolean isBusy() {
        return isLost()
                || counts.waiting() > 0
                || quota.inFlight() > 0
                || counts.followed() > 0
                || operatorHold != null
                || !bulkTasks.isEmpty();
    }

    /** Whether only its ended commands are remembered, so that it may be forgotten when another project needs the room. */
    public boolean isExpendable(QuotaLimit limit, Instant now) {
        Instant unused = quota.unusedAt(limit, now);
        return !isLost() && isDormant() && unused != null && !unused.isAfter(now);
    }

    /** Whether nothing but its id is known until what is stored beside it is counted, at its first decision. */
    @JsonIgnore
    public boolean isLost() {
        return applied.equals(Applied.LOST);
    }

    private boolean isDormant() {
        return counts.waiting() == 0
                && counts.jobs() == 0
                && calls.isEmpty()
                && operatorHold == null
                && bulkTasks.isEmpty();
    }
}
