package io.docsagent.worker.engine;

import io.docsagent.worker.domain.Backlog;
import io.docsagent.worker.domain.Decision;
import io.docsagent.worker.domain.Job;
import io.docsagent.worker.domain.Keys;
import io.docsagent.worker.domain.Load;
import io.docsagent.worker.domain.Project;
import io.docsagent.worker.domain.QueuedCommand;
import io.docsagent.worker.domain.Seen;
import io.docsagent.worker.domain.Situation;
import io.docsagent.worker.domain.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** One partition's projects: the durable stores, and what is derived from them. */
final class PartitionState {

    private final KeyValueStore<String, Project> saved;
    private final Map<String, Project> projects;
    private final KeyValueStore<String, QueuedCommand> queue;
    private final KeyValueStore<String, Job> jobs;
    private final KeyValueStore<String, Seen> seen;
    private final Tables tables;
    private final Policies policies;
    private final Map<String, Backlog> backlogs = new HashMap<>();
    private Load load = Load.NONE;

    PartitionState(ProcessorContext<?, ?> context, Map<String, Project> projects, Policies policies) {
        this.saved = context.getStateStore(StateStores.PROJECTS);
        this.projects = projects;
        this.queue = context.getStateStore(StateStores.QUEUE);
        this.jobs = context.getStateStore(StateStores.JOBS);
        this.seen = context.getStateStore(StateStores.SEEN);
        this.tables = new Tables(projects::get, queue::get, jobs::get, seen::get);
        this.policies = policies;
    }

    /** Builds what is derived, after the stores were restored. */
    void restore() {
        each(saved, entry -> {
            projects.put(entry.key, entry.value);
            load = load.plus(entry.value.load());
        });
        each(queue, entry -> {
            String projectId = Keys.projectOf(entry.key);
            backlog(projectId).add(entry.value);
            if (entry.value.call() != null) {
                projects.computeIfPresent(projectId, (id, project) -> project.with(entry.value));
            }
        });
        each(jobs, entry -> backlog(Keys.projectOf(entry.key)).restore(entry.key, entry.value));
        each(seen, entry -> backlog(Keys.projectOf(entry.key)).restore(entry.key, entry.value));
    }

    /** Throws away what is derived of a project, and builds it anew. */
    void restore(String projectId) {
        backlogs.remove(projectId);
        if (!projects.containsKey(projectId)) {
            return;
        }
        Backlog backlog = backlog(projectId);
        each(queue, projectId, entry -> backlog.add(entry.value));
        each(jobs, projectId, entry -> backlog.restore(entry.key, entry.value));
        each(seen, projectId, entry -> backlog.restore(entry.key, entry.value));
    }

    Situation situation(String projectId) {
        return new Situation(tables, backlog(projectId), policies.of(projectId), load);
    }

    void apply(Decision decision) {
        write(saved, decision.changes().projects());
        write(queue, decision.changes().queue());
        write(jobs, decision.changes().jobs());
        write(seen, decision.changes().seen());
        load = load.plus(decision.added());
        decision.changes().projects().forEach((projectId, project) -> {
            if (project.isPresent()) {
                projects.put(projectId, project.get());
            } else {
                projects.remove(projectId);
                backlogs.remove(projectId);
            }
        });
    }

    void eachProject(Consumer<Project> visitor) {
        projects.values().forEach(visitor);
    }

    void eachJob(java.util.function.BiConsumer<String, Job> visitor) {
        each(jobs, entry -> visitor.accept(Keys.projectOf(entry.key), entry.value));
    }

    private Backlog backlog(String projectId) {
        return backlogs.computeIfAbsent(projectId, absent -> new Backlog());
    }

    private static <V> void write(KeyValueStore<String, V> store, Map<String, Optional<V>> changes) {
        changes.forEach((key, value) -> store.put(key, value.orElse(null)));
    }

    private static <V> void each(KeyValueStore<String, V> store, Consumer<KeyValue<String, V>> visitor) {
        try (KeyValueIterator<String, V> entries = store.all()) {
            entries.forEachRemaining(visitor);
        }
    }

    private static <V> void each(
            KeyValueStore<String, V> store, String projectId, Consumer<KeyValue<String, V>> visitor) {
        // '0' comes right after '/', so the range holds all keys of the project and no other's.
        try (KeyValueIterator<String, V> entries = store.range(projectId + "/", projectId + "0")) {
            entries.forEachRemaining(visitor);
        }
    }
}
