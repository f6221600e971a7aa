package io.docsagent.worker.sandbox.work;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job with its turns and pull requests, latest last; the components are the format of its file. */
public record JobRecord(
        String id,
        String projectId,
        Instant createdAt,
        List<JobTurn> turns,
        List<PullRequest> pulls,
        @Nullable Instant archivedAt) {

    /** Beyond this number the oldest turns are dropped, so that the size of a job is bounded. */
    private static final int MAX_TURNS = 100;

    public enum Status {
        ACTIVE,
        COMPLETED,
        FAILED,
        ARCHIVED
    }

    public JobRecord {
        turns = List.copyOf(turns);
        pulls = List.copyOf(pulls);
    }

    static JobRecord created(String id, String projectId, String prompt, Instant at) {
        return new JobRecord(id, projectId, at, List.of(JobTurn.waiting(prompt, at)), List.of(), null);
    }

    @JsonIgnore
    public Status status() {
        if (turns.stream().anyMatch(JobTurn::isOpen)) {
            return Status.ACTIVE;
        }
        if (archivedAt != null) {
            return Status.ARCHIVED;
        }
        return turns.getLast().state() == JobTurn.State.FAILED ? Status.FAILED : Status.COMPLETED;
    }

    @JsonIgnore
    public boolean isActive() {
        return status() == Status.ACTIVE;
    }

    @JsonIgnore
    public String branch() {
        return "agent/" + id;
    }

    /** The latest, open or not. */
    @JsonIgnore
    public @Nullable PullRequest pull() {
        return pulls.isEmpty() ? null : pulls.getLast();
    }

    public @Nullable PullRequest pull(int number) {
        return pulls.stream()
                .filter(pull -> pull.number() == number)
                .findFirst()
                .orElse(null);
    }

    /** The time of its last activity. */
    @JsonIgnore
    public Instant lastActivityAt() {
        JobTurn last = turns.getLast();
        return last.endedAt() == null ? last.askedAt() : last.endedAt();
    }

    JobRecord withPrompt(String prompt, Instant at) {
        List<JobTurn> more = new ArrayList<>(turns);
        more.add(JobTurn.waiting(prompt, at));
        List<JobTurn> kept = more.size() > MAX_TURNS && !more.getFirst().isOpen() ? more.subList(1, more.size()) : more;
        return new JobRecord(id, projectId, createdAt, kept, pulls, null);
    }

    JobRecord archived(Instant at) {
        return new JobRecord(id, projectId, createdAt, turns, pulls, at);
    }

    /** A copy with its first turn in this state changed; unchanged if there is none. */
    JobRecord withTurn(JobTurn.State state, UnaryOperator<JobTurn> change) {
        List<JobTurn> changed = new ArrayList<>(turns);
        for (int i = 0; i < changed.size(); i++) {
            if (changed.get(i).state() == state) {
                changed.set(i, change.apply(changed.get(i)));
                return new JobRecord(id, projectId, createdAt, changed, pulls, archivedAt);
            }
        }
        return this;
    }

    /** A copy with every open turn changed. */
    JobRecord withOpenTurns(UnaryOperator<JobTurn> change) {
        List<JobTurn> changed = turns.stream()
                .map(turn -> turn.isOpen() ? change.apply(turn) : turn)
                .toList();
        return new JobRecord(id, projectId, createdAt, changed, pulls, archivedAt);
    }

    /** A copy with this pull request added, or replaced by its number. */
    JobRecord with(PullRequest pull) {
        List<PullRequest> changed = new ArrayList<>(pulls);
        changed.removeIf(other -> other.number() == pull.number());
        changed.add(pull);
        return new JobRecord(id, projectId, createdAt, turns, changed, archivedAt);
    }
}
