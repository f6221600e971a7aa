package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.domain.state.HoldOfAll;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The projects that this instance owns, to be read from any thread; empty while its stores are not there. */
public interface ProjectsView {

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
    HoldOfAll holdOfAll(Instant now, @Nullable String start);

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

    /** When the command that waits the longest arrived; null where none waits. */
    default @Nullable Instant oldestArrival(Project project) {
        if (project.counts().waiting() == 0) {
            return null;
        }
        AtomicReference<@Nullable Instant> oldest = new AtomicReference<>();
        eachQueued(project.id(), queued -> {
            if (queued.call() != null) {
                return true;
            }
            oldest.set(queued.arrivedAt());
            return false;
        });
        return oldest.get();
    }
}
