package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.index.ContinueKeys;
import io.docsagent.worker.domain.policy.Policy.Continuing;
import io.docsagent.worker.domain.state.Continuation;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Routing;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which creates continue a job instead of starting one: of each key one after the other, while its job takes them. */
public final class Continuations {

    private final Continuing limits;
    private final Instant now;
    private final ContinueKeys keys;
    private final CommandQueue queue;
    private final Deduplication dedup;
    private final KnownJobs jobs;

    Continuations(Scope scope, ContinueKeys keys, CommandQueue queue, Deduplication dedup, KnownJobs jobs) {
        this.limits = scope.policy().jobs().continuing();
        this.now = scope.now();
        this.keys = keys;
        this.queue = queue;
        this.dedup = dedup;
        this.jobs = jobs;
    }

    /** A command that is not in the queue, as it enters it. */
    public QueuedCommand placed(QueuedCommand newcomer) {
        String key = newcomer.command().continueKey();
        if (key == null) {
            return newcomer;
        }
        return keys.isTaken(key) ? Routing.waitingForKey(newcomer) : withTurn(newcomer, key);
    }

    /** Gives each create its turn whose key has become free. */
    public void giveTurns() {
        for (Optional<Long> next = keys.firstWithTurn(); next.isPresent(); next = keys.firstWithTurn()) {
            QueuedCommand waiting = queue.get(next.get());
            queue.change(
                    waiting,
                    withTurn(waiting, Objects.requireNonNull(waiting.command().continueKey())));
        }
    }

    private QueuedCommand withTurn(QueuedCommand command, String key) {
        String jobId = keys.jobOf(key);
        return jobId != null && takesMore(jobId) ? Routing.toJob(command, jobId) : Routing.startingJob(command);
    }

    private boolean takesMore(String jobId) {
        Job job = jobs.find(jobId);
        return job != null && job.isContinuable(limits.maxAge(), limits.maxMessages(), now);
    }

    /**
     * A waiting command is about to be sent: a create goes where its key leads now, and starts a job where that was released,
     * unless the service may have taken it where it went before.
     *
     * @return whether that is elsewhere, so that something else may be next
     */
    public boolean leadsElsewhere(QueuedCommand next) {
        String key = next.command().continueKey();
        boolean mayMove = key == null ? next.isContinued() : next.type() == Command.Type.CREATE;
        if (!mayMove || next.mayHaveBeenTaken()) {
            return false;
        }
        QueuedCommand now = key == null ? Routing.startingJob(next) : withTurn(next, key);
        if (key != null && now.jobId() == null && mayStartJobWith(key, next.sequence())) {
            now = Routing.waitingForKey(next);
        }
        boolean isElsewhere = !now.lane().equals(next.lane());
        if (isElsewhere) {
            queue.change(next, now);
        }
        return isElsewhere;
    }

    /** Whether something else than this command may start the job of a key, or may have started it. */
    private boolean mayStartJobWith(String key, long sequence) {
        return !keys.unknownOf(key).isEmpty()
                || keys.turnsOf(key).stream()
                        .filter(turn -> turn != sequence)
                        .anyMatch(turn -> turn < sequence || queue.get(turn).call() != null);
    }

    /** The job may take more now, or no more: what waits with its key goes where that leads. */
    public void jobHasChanged(String jobId) {
        Job job = jobs.find(jobId);
        if (job == null || job.continuation() == null) {
            return;
        }
        for (Long turn : keys.turnsOf(job.continuation().key())) {
            QueuedCommand next = queue.get(turn);
            if (next.call() == null) {
                boolean unused = leadsElsewhere(next);
            }
        }
    }

    /** The service does not know the job: it has no key any more. */
    public void jobIsGone(String jobId) {
        Job job = jobs.find(jobId);
        if (job != null && job.continuation() != null) {
            jobs.save(job.with((Continuation) null));
        }
    }

    /** When a create may have its turn by time alone; null where none may. */
    public @Nullable Instant next() {
        return keys.nextFree();
    }

    /**
     * What has the key does not have it any more: the next create with it starts a job, also one that waits to go on with
     * the job that had it.
     *
     * @param released takes the commands that had it, waiting or in flight
     * @return whether something had it
     */
    public boolean release(String key, Consumer<QueuedCommand> released) {
        boolean had = false;
        String jobId = keys.jobOf(key);
        if (jobId != null) {
            jobIsGone(jobId);
            had = true;
        }
        for (Long turn : keys.turnsOf(key)) {
            QueuedCommand holder = queue.get(turn);
            if (holder.call() != null || !leadsElsewhere(holder)) {
                released.accept(queue.releaseKey(holder));
                had = true;
            }
        }
        for (String stored : keys.unknownOf(key)) {
            EndedCommand ended = dedup.find(stored);
            if (ended != null) {
                dedup.update(Keys.identityOf(stored), ended.withoutKey());
                had = true;
            }
        }
        return had;
    }
}
