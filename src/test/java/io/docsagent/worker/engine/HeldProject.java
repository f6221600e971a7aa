package io.docsagent.worker.engine;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.domain.Decider;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Table;
import io.docsagent.worker.domain.state.Tables;
import io.docsagent.worker.poller.PolledJobs;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** One project, kept as a partition keeps it: its records in the stores, its indexes and itself beside them. */
final class HeldProject {

    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private final Map<String, Project> projects = new HashMap<>();
    private final StoredTable<Project> saved = new StoredTable<>(Project.class);
    private final StoredTable<QueuedCommand> queue = new StoredTable<>(QueuedCommand.class);
    private final StoredTable<Job> jobs = new StoredTable<>(Job.class);
    private final StoredTable<Remembered> seen = new StoredTable<>(Remembered.class);
    private final ProjectIndex index = new ProjectIndex();
    private final JobsByLink byLink = new JobsByLink(jobs, visitor -> {});
    private final PolledJobs polled = new PolledJobs(Driven.settings(Map.of()));
    private final Policy policy;
    private @Nullable String lastCall;
    private Instant now = START;
    private long offset = 1_000_000;

    HeldProject(Limits limits) {
        this.policy = limits.policy();
        // From the first report on, a partition knows the projects of all pull requests.
        Set<String> unused = byLink.projectsWith("");
    }

    /** By estimate. */
    Load load() {
        Project project = projects.get(Asked.PROJECT);
        return project == null ? Load.NONE : project.load();
    }

    /** Time passes, and a GET is made of each job that is polled. */
    void passes(Duration time) {
        now = now.plus(time);
        polled.poll(now);
    }

    void arrives(Asked asked) {
        Command command = asked.command();
        Identity identity = command.commandId() == null
                ? command.cancelCommandId() == null
                        ? Identity.ofRecord("requests", 0, offset, now.toEpochMilli())
                        : Identity.ofCancelFor(Identity.ofCommandId(command.cancelCommandId()))
                : Identity.ofCommandId(command.commandId());
        take(new Input.CommandArrived(command, identity, ContentHash.of(command), null));
    }

    void asks(String operationId, Operation.Action action) {
        take(new Input.OperationRequested(new Operation(operationId, "alice", null, Asked.PROJECT, action), null));
    }

    /** Of the call that was made last. */
    void answers(Answer answer) {
        take(new Input.CallAnswered(Asked.PROJECT, Objects.requireNonNull(lastCall), answer));
    }

    void sees(JobSnapshot job) {
        take(Input.JobObserved.shown(Asked.PROJECT, job.id(), 1, now, job));
    }

    /** Somebody reports what became of a pull request. */
    void hears(String prLink, PullRequestState state) {
        take(new Input.PullRequestSeen(Asked.PROJECT, prLink, state, now));
    }

    private void take(Input input) {
        var context = new DecisionContext(
                new Tables(projects::get, queue, jobs, seen), index, policy, Installation.NEW, load(), false);
        Decision decision = Decider.decide(context, input, new LogPosition(0, offset++, now, now));
        saved.write(decision.changes().projects());
        queue.write(decision.changes().queue());
        byLink.change(decision.changes().jobs());
        jobs.write(decision.changes().jobs());
        seen.write(decision.changes().seen());
        decision.changes()
                .projects()
                .forEach((id, project) ->
                        project.ifPresentOrElse(some -> projects.put(id, some), () -> projects.remove(id)));
        for (Effect effect : decision.effects()) {
            switch (effect) {
                case Effect.Send send -> {
                    if (send.request() instanceof GatewayRequest.Call call) {
                        lastCall = call.callId();
                    }
                }
                case Effect.Watch watch -> polled.watch(now, watch.job());
                case Effect.Release release -> polled.release(release.projectId(), release.jobId());
                default -> {}
            }
        }
    }

    /** As it is in the engine, without its changelog. */
    private static final class StoredTable<V> implements Table<V> {

        private final KeyValueStore<Bytes, byte[]> store =
                ConcurrentStore.named("store").get();
        private final Format<V> format;

        StoredTable(Class<V> type) {
            this.format = Format.of(type);
        }

        @Override
        public @Nullable V get(String key) {
            byte[] value = store.get(bytes(key));
            return value == null ? null : format.read(value);
        }

        void write(Map<String, Optional<V>> changes) {
            changes.forEach((key, value) ->
                    store.put(bytes(key), value.map(format::write).orElse(null)));
        }

        private static Bytes bytes(String key) {
            return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
        }
    }
}
