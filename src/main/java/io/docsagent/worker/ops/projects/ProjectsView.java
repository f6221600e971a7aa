package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The projects that this instance owns, to be read from any thread; empty while its stores are not there. */
public interface ProjectsView {

    /** Commands of a project, each time its age is asked for: of a queue that begins with more delayed ones, none ages. */
    int MOST_READ = 200;

    void each(Consumer<Project> visitor);

    /** Null where the project is unknown, or another instance's. */
    @Nullable
    Project project(String projectId);

    /**
     * The hold that all projects are under; null where there is none, or this instance owns no project.
     *
     * @param start names the hold of this start; null for none
     */
    @Nullable
    OperatorHold holdOfAll(Instant now, @Nullable String start);

    /** Visits a project's commands, waiting and in flight, by arrival, for as long as the visitor wants more. */
    void eachQueued(String projectId, Predicate<QueuedCommand> visitor);

    /** Visits a project's jobs, in no order. */
    void eachJob(String projectId, Consumer<Job> visitor);

    /** Visits what is remembered of a project's commands and operations, in no order. */
    void eachRemembered(String projectId, Consumer<Remembered> visitor);

    /** The same for all projects, with the project of each. */
    void eachRememberedOfAll(BiConsumer<String, Remembered> visitor);

    /** A command as it stands, without its metadata; null where nothing is known of it. */
    @Nullable
    CommandRecord command(String projectId, String commandId);

    /** The project's waiting commands that are not due; null where there are none. */
    @Nullable
    Delayed delayed(String projectId);

    /**
     * Since when the command that has waited the longest could have been sent, as far as it is concerned; null where none
     * waits that is due. Reads no further than {@link #MOST_READ}.
     */
    default @Nullable Instant oldestDue(Project project, Instant now) {
        Delayed delayed = delayed(project.id());
        int waiting = project.counts().waiting();
        if (waiting == 0
                || (delayed != null
                        && delayed.commands() >= waiting
                        && delayed.first().isAfter(now))) {
            return null;
        }
        var oldest = new AtomicReference<@Nullable Instant>();
        var read = new AtomicInteger();
        eachQueued(project.id(), queued -> {
            Instant found = oldest.get();
            // What arrived later was not due before.
            if (found != null && !queued.arrivedAt().isBefore(found)) {
                return false;
            }
            Instant due = queued.dueAt();
            if (queued.call() == null && !due.isAfter(now) && (found == null || due.isBefore(found))) {
                oldest.set(due);
            }
            return read.incrementAndGet() < MOST_READ;
        });
        return oldest.get();
    }
}
