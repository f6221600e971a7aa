package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.InFlightCall;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.Records;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Projects as a test says them. */
public final class FakeProjects implements ProjectsView {

    public static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    public static final Policy POLICY = Limits.standard().capacity(2).policy();

    private final Map<String, Project> projects = new LinkedHashMap<>();
    private final Map<String, List<QueuedCommand>> queues = new HashMap<>();
    private final Map<String, List<Job>> jobs = new HashMap<>();
    private final Map<String, List<Remembered>> remembered = new HashMap<>();
    private @Nullable OperatorHold ofAll;

    /** Carried out whenever all projects are read, by who reads them. */
    public Interruption beforeEach = () -> {};

    /** Carried out while what is remembered is read. */
    public Interruption duringScan = () -> {};

    /** Queued commands that were shown to a visitor. */
    public int queuedRead;

    /** What happens meanwhile. */
    @FunctionalInterface
    public interface Interruption {
        void happen() throws Exception;
    }

    /** A project whose first {@code inFlight} commands are in flight. */
    public void add(String id, Hold hold, Quota quota, int inFlight, QueuedCommand... commands) {
        Map<String, QueuedCommand> calls = new HashMap<>();
        List<QueuedCommand> queue = new ArrayList<>(List.of(commands));
        Map<Priority, Integer> waiting = new EnumMap<>(Priority.class);
        for (int i = 0; i < commands.length; i++) {
            if (i < inFlight) {
                QueuedCommand called = called(commands[i]);
                queue.set(i, called);
                calls.put("call" + i, called);
            } else {
                waiting.merge(commands[i].command().priority(), 1, Integer::sum);
            }
        }
        var counts = new Project.Counts(
                commands.length,
                waiting.getOrDefault(Priority.HIGH, 0),
                waiting.getOrDefault(Priority.NORMAL, 0),
                waiting.getOrDefault(Priority.LOW, 0),
                0,
                0,
                0,
                0,
                0);
        projects.put(id, new Project(id, new Project.Applied(0, NOW), counts, quota, calls, hold));
        queues.put(id, queue);
    }

    /** An operator holds a project that was added. */
    public void hold(String id, OperatorHold operatorHold) {
        replace(id, "operatorHold", operatorHold);
    }

    /** By publisher, what a project has that was added. */
    public void count(String id, Map<String, Integer> activeJobs, Map<String, Integer> openPullRequests) {
        replace(id, "activeJobs", activeJobs);
        replace(id, "openPullRequests", openPullRequests);
    }

    private void replace(String id, String component, Object value) {
        projects.computeIfPresent(id, (key, project) -> Records.with(project, component, value));
    }

    /** An operator holds all projects. */
    void holdAll(OperatorHold hold) {
        ofAll = hold;
    }

    @Override
    public @Nullable OperatorHold holdOfAll(Instant now, @Nullable String start) {
        return ofAll;
    }

    public static QueuedCommand called(QueuedCommand queued) {
        return queued.attempted()
                .with(new InFlightCall(0, false, NOW, NOW, queued.command().publisher(), Priority.NORMAL, null));
    }

    public static QueuedCommand create(String projectId, long sequence, Priority priority) {
        String id = "command-" + sequence;
        var command = new Command(
                Command.Type.CREATE,
                projectId,
                "a secret prompt",
                null,
                null,
                id,
                priority,
                null,
                Map.of("ticket", "a secret entry"));
        return queued(sequence, command, Identity.ofCommandId(id).key(), null);
    }

    /** The same, not to be sent before. */
    public static QueuedCommand notBefore(Instant time, QueuedCommand queued) {
        Command command = queued.command();
        return queued(
                queued.sequence(),
                command.with(command.prompt(), command.priority(), time),
                queued.lane(),
                queued.jobId());
    }

    /** The same, of a publisher with a topic of its own. */
    public static QueuedCommand by(String publisher, QueuedCommand queued) {
        Command command = queued.command().publishedBy(publisher, Priority.HIGH);
        return queued(queued.sequence(), command, queued.lane(), queued.jobId());
    }

    /** The policy of projects with uses left that may have so many active jobs and open pull requests. */
    public static Policy limitedTo(JobLimit activeJobs, JobLimit openPullRequests) {
        return Limits.standard()
                .active(activeJobs.max(), activeJobs.ofPublishers())
                .openPullRequests(openPullRequests.max(), openPullRequests.ofPublishers())
                .policy();
    }

    public static QueuedCommand message(String projectId, long sequence, String jobId) {
        String id = "command-" + sequence;
        var command = new Command(
                Command.Type.MESSAGE, projectId, "a secret prompt", jobId, null, id, Priority.NORMAL, null, Map.of());
        return queued(sequence, command, "j" + jobId, jobId);
    }

    private static QueuedCommand queued(long sequence, Command command, String lane, @Nullable String jobId) {
        Identity identity = Identity.ofCommandId(String.valueOf(command.commandId()));
        return QueuedCommand.arrived(
                sequence, command, identity, "3-1", lane, jobId, NOW.minusSeconds(100 - sequence), null);
    }

    @Override
    public void each(Consumer<Project> visitor) {
        happen(beforeEach);
        projects.values().forEach(visitor);
    }

    private static void happen(Interruption interruption) {
        try {
            interruption.happen();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public @Nullable Project project(String projectId) {
        return projects.get(projectId);
    }

    @Override
    public @Nullable Delayed delayed(String projectId) {
        return queues.getOrDefault(projectId, List.of()).stream()
                .map(QueuedCommand::dueAt)
                .filter(due -> due.isAfter(NOW))
                .map(due -> new Delayed(1, due, due))
                .reduce(Delayed::plus)
                .orElse(null);
    }

    @Override
    public void eachQueued(String projectId, Predicate<QueuedCommand> visitor) {
        for (QueuedCommand queued : new ArrayList<>(queues.getOrDefault(projectId, List.of()))) {
            queuedRead++;
            if (!visitor.test(queued)) {
                return;
            }
        }
    }

    /** Jobs and ended commands of a project that was added. */
    public void remember(String projectId, List<Job> known, List<Remembered> ended) {
        jobs.put(projectId, known);
        remembered.put(projectId, ended);
    }

    @Override
    public void eachJob(String projectId, Consumer<Job> visitor) {
        jobs.getOrDefault(projectId, List.of()).forEach(visitor);
    }

    @Override
    public void eachRemembered(String projectId, Consumer<Remembered> visitor) {
        happen(duringScan);
        remembered.getOrDefault(projectId, List.of()).forEach(visitor);
    }

    @Override
    public void eachRememberedOfAll(BiConsumer<String, Remembered> visitor) {
        for (String projectId : projects.keySet()) {
            eachRemembered(projectId, one -> visitor.accept(projectId, one));
        }
    }

    @Override
    public @Nullable CommandRecord command(String projectId, String commandId) {
        return queues.getOrDefault(projectId, List.of()).stream()
                .filter(queued -> commandId.equals(queued.command().commandId()))
                .map(queued -> CommandRecords.of(projectId, queued, none -> null))
                .findFirst()
                .orElse(null);
    }

    public void remove(String projectId) {
        projects.remove(projectId);
    }
}
