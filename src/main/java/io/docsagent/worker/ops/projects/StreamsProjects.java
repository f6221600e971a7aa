package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.engine.LiveProjects;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The engine's projects, and their queues by interactive queries of its store. */
public final class StreamsProjects implements ProjectsView {

    private static final Stored<QueuedCommand> QUEUE = new Stored<>(StoreNames.QUEUE);
    private static final Stored<Remembered> SEEN = new Stored<>(StoreNames.SEEN);
    private static final Stored<Job> JOBS = new Stored<>(StoreNames.JOBS);

    private final LiveProjects projects;
    private final Supplier<@Nullable KafkaStreams> streams;

    /** A store by its name, and the type of its values, which the name does not say. */
    private record Stored<V>(String name) {

        StoreQueryParameters<ReadOnlyKeyValueStore<String, V>> query() {
            return StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.keyValueStore());
        }
    }

    public StreamsProjects(LiveProjects projects, Supplier<@Nullable KafkaStreams> streams) {
        this.projects = projects;
        this.streams = streams;
    }

    @Override
    public void each(Consumer<Project> visitor) {
        projects.each(visitor);
    }

    @Override
    public @Nullable Project project(String projectId) {
        return projects.get(projectId);
    }

    @Override
    public @Nullable Delayed delayed(String projectId) {
        return projects.delayed(projectId);
    }

    @Override
    public @Nullable OperatorHold holdOfAll(Instant now, @Nullable String start) {
        return projects.holdOfAll(now, start);
    }

    @Override
    public void eachQueued(String projectId, Predicate<QueuedCommand> visitor) {
        each(QUEUE, projectId, visitor);
    }

    @Override
    public void eachJob(String projectId, Consumer<Job> visitor) {
        each(JOBS, projectId, unlessInterrupted(visitor));
    }

    @Override
    public void eachRemembered(String projectId, Consumer<Remembered> visitor) {
        each(SEEN, projectId, unlessInterrupted(visitor));
    }

    @Override
    public void eachRememberedOfAll(BiConsumer<String, Remembered> visitor) {
        // A range of its own for each project would be looked for in every partition.
        read(
                SEEN,
                store -> visit(
                        store.all(),
                        unlessInterrupted(entry -> visitor.accept(Keys.projectOf(entry.key), entry.value))));
    }

    private <V> void each(Stored<V> stored, String projectId, Predicate<V> visitor) {
        read(stored, store -> {
            // '0' comes right after '/', so the range holds all keys of the project and no other's.
            visit(store.range(projectId + "/", projectId + "0"), entry -> visitor.test(entry.value));
        });
    }

    private static <V> void visit(KeyValueIterator<String, V> entries, Predicate<KeyValue<String, V>> visitor) {
        try (entries) {
            boolean more = true;
            while (more && entries.hasNext()) {
                more = visitor.test(entries.next());
            }
        }
    }

    /** The thread of a request whose client has left is interrupted: nobody reads the rest. */
    static <T> Predicate<T> unlessInterrupted(Consumer<T> visitor) {
        return one -> {
            visitor.accept(one);
            return !Thread.currentThread().isInterrupted();
        };
    }

    @Override
    public @Nullable CommandRecord command(String projectId, String commandId) {
        Identity identity = Identity.ofCommandId(commandId);
        KnownCommand known = get(SEEN, Keys.seen(projectId, identity)) instanceof EndedCommand ended
                ? ended
                : queued(projectId, identity);
        return known == null
                ? null
                : CommandRecords.of(projectId, known, jobId -> get(JOBS, Keys.job(projectId, jobId)))
                        .withoutMetadata();
    }

    private @Nullable QueuedCommand queued(String projectId, Identity identity) {
        AtomicReference<@Nullable QueuedCommand> found = new AtomicReference<>();
        eachQueued(projectId, queued -> {
            boolean isIt = queued.identity().equals(identity);
            if (isIt) {
                found.set(queued);
            }
            return !isIt;
        });
        return found.get();
    }

    private <V> @Nullable V get(Stored<V> stored, String key) {
        AtomicReference<@Nullable V> found = new AtomicReference<>();
        read(stored, store -> found.set(store.get(key)));
        return found.get();
    }

    /** While partitions move, stores appear and disappear: the result is then incomplete, nothing worse. */
    private <V> void read(Stored<V> stored, Consumer<ReadOnlyKeyValueStore<String, V>> reader) {
        KafkaStreams running = streams.get();
        if (running == null) {
            return;
        }
        try {
            reader.accept(running.store(stored.query()));
        } catch (InvalidStateStoreException | IllegalStateException unavailable) {
            return;
        }
    }
}
