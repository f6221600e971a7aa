package io.docsagent.worker.engine;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.Recount;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Tables;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** One partition's projects: the durable stores, and what is derived from them. */
final class PartitionState {

    /** Projects that are let in while one is being forgotten, of which each command brings a slice. */
    private static final int MOST_ABOVE_LIMIT = 16;

    private final KeyValueStore<String, Project> saved;
    private final Map<String, Project> projects;
    private final KeyValueStore<String, QueuedCommand> queue;
    private final KeyValueStore<String, Job> jobs;
    private final KeyValueStore<String, Remembered> seen;
    private final ReadPositions readPositions;
    private final KeyValueStore<String, Installation> savedInstallation;
    private final Tables tables;
    private final Policies policies;
    private final Consumer<WatchedJob> found;
    private final Map<String, ProjectIndex> indexes = new HashMap<>();
    private final ProjectsByUse byUse = new ProjectsByUse();
    private final JobsByLink jobsByLink;
    private boolean isMakingRoom;
    private Load load = Load.NONE;
    private Installation installation = Installation.NEW;

    /** @param found receives the followed jobs of a project when it is first used */
    PartitionState(
            ProcessorContext<?, ?> context,
            Map<String, Project> projects,
            Policies policies,
            Consumer<WatchedJob> found) {
        this.saved = context.getStateStore(StoreNames.PROJECTS);
        this.projects = projects;
        this.queue = context.getStateStore(StoreNames.QUEUE);
        this.jobs = context.getStateStore(StoreNames.JOBS);
        this.seen = context.getStateStore(StoreNames.SEEN);
        this.readPositions = new ReadPositions(context.getStateStore(StoreNames.POSITIONS));
        this.savedInstallation = context.getStateStore(StoreNames.INSTALLATION);
        this.tables = new Tables(projects::get, queue::get, jobs::get, seen::get);
        this.policies = policies;
        this.found = found;
        this.jobsByLink =
                new JobsByLink(jobs::get, visitor -> each(jobs.all(), entry -> visitor.accept(entry.key, entry.value)));
    }

    /** The projects with a job that has the pull request. */
    Set<String> projectsWith(String prLink) {
        return jobsByLink.projectsWith(prLink);
    }

    /**
     * Reads the projects after the stores were restored. What is derived of a project is built when it is first used:
     * building all at once would block the stream thread, with its open transaction, for longer than the broker waits.
     */
    void restore() {
        each(saved.all(), entry -> {
            projects.put(entry.key, entry.value);
            load = load.plus(entry.value.load());
        });
        LostProjects.addTo(projects, List.of(queue, jobs, seen));
        byUse.restore(projects.values());
        Installation before = savedInstallation.get(Operation.ALL_PROJECTS);
        installation = before == null ? Installation.NEW : before;
    }

    /** What operators asked of all projects. */
    Installation installation() {
        return installation;
    }

    void take(Installation changed) {
        savedInstallation.put(Operation.ALL_PROJECTS, changed);
        installation = changed;
    }

    /** What the rules decide for the project; where they throw, what is derived of it is built anew the next time. */
    Decision decide(String projectId, Function<DecisionContext, Decision> rules) {
        try {
            return rules.apply(decisionContext(projectId));
        } catch (RuntimeException e) {
            indexes.remove(projectId);
            throw e;
        }
    }

    private DecisionContext decisionContext(String projectId) {
        int most = policies.maxProjects() + (isMakingRoom ? MOST_ABOVE_LIMIT : 0);
        boolean isOneMore = !projects.containsKey(projectId) && projects.size() >= most;
        return new DecisionContext(tables, index(projectId), policies.of(projectId), installation, load, isOneMore);
    }

    /** The project to forget before this one can be added; null where there is room, or where none can be forgotten. */
    @Nullable
    Project toMakeRoomFor(String projectId, Instant now) {
        isMakingRoom = false;
        int wanted = projects.size() + (projects.containsKey(projectId) ? 0 : 1);
        if (wanted <= policies.maxProjects()) {
            return null;
        }
        return byUse.first(id -> {
            Project project = projects.get(id);
            return project != null && project.isExpendable(policies.of(id).quota(), now) ? project : null;
        });
    }

    /** Whether the input is of a record that was processed before; from now on it was. */
    boolean isReadAgain(Input input) {
        return input instanceof Input.Received received && readPositions.isReadAgain(received.published());
    }

    /** A decision to forget a project, or a slice of what is remembered of its commands. */
    void forget(Decision decision) {
        apply(decision);
        isMakingRoom = true;
    }

    /** A decision about an input of its project, which is used thereby. */
    void take(Decision decision) {
        apply(decision);
        decision.changes().projects().keySet().stream()
                .filter(projects::containsKey)
                .forEach(byUse::used);
    }

    private void apply(Decision decision) {
        write(saved, decision.changes().projects());
        write(queue, decision.changes().queue());
        jobsByLink.change(decision.changes().jobs());
        write(jobs, decision.changes().jobs());
        write(seen, decision.changes().seen());
        load = load.plus(decision.added());
        decision.changes().projects().forEach((projectId, project) -> {
            if (project.isPresent()) {
                projects.put(projectId, project.get());
            } else {
                projects.remove(projectId);
                indexes.remove(projectId);
                byUse.forget(projectId);
            }
        });
    }

    void eachProject(Consumer<Project> visitor) {
        projects.values().forEach(visitor);
    }

    /** Its waiting commands that are not due; null where there are none. */
    @Nullable
    Delayed delayed(String projectId) {
        ProjectIndex index = indexes.get(projectId);
        return index == null ? null : index.backlog().delayed();
    }

    /** Drops what was derived for a project that there is not. */
    void dropUnknown(String projectId) {
        if (!projects.containsKey(projectId)) {
            indexes.remove(projectId);
        }
    }

    private ProjectIndex index(String projectId) {
        ProjectIndex known = indexes.get(projectId);
        if (known == null) {
            Project project = projects.get(projectId);
            known = project != null ? built(project) : new ProjectIndex();
            indexes.put(projectId, known);
        }
        return known;
    }

    private ProjectIndex built(Project stored) {
        String projectId = stored.id();
        Recount recount = new Recount(stored);
        each(of(queue, projectId), entry -> recount.add(entry.value));
        each(of(jobs, projectId), entry -> {
            recount.add(entry.key, entry.value);
            WatchedJob watched = entry.value.watched(projectId);
            if (watched != null) {
                found.accept(watched);
            }
        });
        each(of(seen, projectId), entry -> recount.add(entry.key, entry.value));
        // Other counts than the stored ones, where a topic was deleted.
        Project counted = recount.project();
        load = load.plus(counted.load()).minus(stored.load());
        projects.put(projectId, counted);
        return recount.index();
    }

    private static <V> void write(KeyValueStore<String, V> store, Map<String, Optional<V>> changes) {
        changes.forEach((key, value) -> store.put(key, value.orElse(null)));
    }

    private static <V> KeyValueIterator<String, V> of(KeyValueStore<String, V> store, String projectId) {
        return store.range(Keys.before(projectId), Keys.behind(projectId));
    }

    private static <V> void each(KeyValueIterator<String, V> entries, Consumer<KeyValue<String, V>> visitor) {
        try (entries) {
            entries.forEachRemaining(visitor);
        }
    }
}
