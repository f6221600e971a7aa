package io.docsagent.worker.testkit;

import com.sun.management.ThreadMXBean;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.AllProjects;
import io.docsagent.worker.domain.Decider;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.Recount;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Table;
import io.docsagent.worker.domain.state.Tables;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One project, its state and its log in memory: inputs go in at the clock's time, decisions are carried out. */
public final class ProjectWorld {

    private static final StatusEvent.Reason NOT_FOUND = new StatusEvent.Reason("not_found", "no such job", 404);

    public static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An input and the place and time at which it was appended. */
    public record Appended(Input input, LogPosition position) {}

    private final List<Appended> log = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, String> lastCallOf = new HashMap<>();
    private final Map<String, WatchedJob> watched = new HashMap<>();
    private final Map<String, CommandRecord> records = new HashMap<>();

    /** The commands in flight by their keys, as they are in the queue. */
    private final Map<String, QueuedCommand> calls = new TreeMap<>();

    private final StoredTable<Project> projects;
    private final StoredTable<QueuedCommand> queue;
    private final StoredTable<Job> jobs;
    private final StoredTable<Remembered> seen;
    private ProjectIndex index = new ProjectIndex();
    private Policy policy;
    private Load others = Load.NONE;
    private Installation installation = Installation.NEW;
    private boolean lacksRoom;
    private int failsAfter = -1;
    private int failures;
    private long allocated;
    private long bytesRead;
    private Instant now = START;
    private Duration logAhead = Duration.ZERO;
    private long offset;

    /** By steps. */
    private int nextCheck;

    /** Of the commands that have entered the queue, the last one's and one more. */
    private long nextSequence;

    private @Nullable Instant nextMoment;

    private ProjectWorld(Policy policy) {
        this.policy = policy;
        this.projects = new StoredTable<>(Project.class);
        this.queue = new StoredTable<>(QueuedCommand.class);
        this.jobs = new StoredTable<>(Job.class);
        this.seen = new StoredTable<>(Remembered.class);
    }

    private ProjectWorld(ProjectWorld other) {
        this.policy = other.policy;
        this.projects = other.projects.copy();
        this.queue = other.queue.copy();
        this.jobs = other.jobs.copy();
        this.seen = other.seen.copy();
        this.records.putAll(other.records);
        this.calls.putAll(other.calls);
        this.others = other.others;
        this.installation = other.installation;
        this.now = other.now;
        this.logAhead = other.logAhead;
        this.offset = other.offset;
        this.nextSequence = other.nextSequence;
        this.nextMoment = other.nextMoment;
        rebuildIndex();
    }

    public static ProjectWorld of(Limits limits) {
        return new ProjectWorld(limits.policy());
    }

    public static ProjectWorld standard() {
        return of(Limits.standard());
    }

    /** The same durable state, everything derived built anew; its log begins here. */
    public ProjectWorld restarted() {
        return new ProjectWorld(this);
    }

    public void settings(Limits limits) {
        policy = limits.policy();
    }

    /** What operators asked of all projects. */
    public void installation(Installation facts) {
        installation = facts;
    }

    public Installation installation() {
        return installation;
    }

    /** What the partition's other projects hold. */
    public void othersHold(Load load) {
        others = load;
    }

    /** The partition has as many other projects as it may have. */
    public void lacksRoomForProjects(boolean lacks) {
        lacksRoom = lacks;
    }

    public Instant now() {
        return now;
    }

    /** The time of decisions, which never goes back although a new leader's clock may. */
    public Instant decidedAt() {
        Project project = ifProject();
        return project == null || now.isAfter(project.applied().at())
                ? now
                : project.applied().at();
    }

    /** Sets the log's clock, wherever. */
    public void at(Instant instant) {
        now = instant;
    }

    public void passes(Duration time) {
        now = now.plus(time);
    }

    /** How far the log's time, as this instance knows it, is ahead of the next input's. */
    public void logAhead(Duration ahead) {
        logAhead = ahead;
    }

    public void offset(long next) {
        offset = next;
    }

    public Step arrives(Asked asked) {
        return arrives(asked.command(), identityOf(asked.command()));
    }

    public Step arrives(Command command, Identity identity) {
        return append(new Input.CommandArrived(command, identity, ContentHash.of(command), null));
    }

    /** An operator asks for something. */
    public Step asks(String operationId, Operation.Action action) {
        return asks(new Operation(operationId, "alice", null, Asked.PROJECT, action));
    }

    public Step asks(Operation operation) {
        return append(new Input.OperationRequested(operation, null));
    }

    /** An operator asks for something of all projects, and the only partition has carried it out; the answers. */
    public List<String> asksOfAll(String operationId, Operation.Action action) {
        var operation = new Operation(operationId, "alice", null, Operation.ALL_PROJECTS, action);
        List<String> announced = new ArrayList<>();
        Deque<Input> inputs = new ArrayDeque<>(List.of(new Input.OperationRequested(operation, null)));
        while (!inputs.isEmpty()) {
            var position = new LogPosition(3, offset++, now, now.plus(logAhead));
            AllProjects.Decided decided = AllProjects.decide(installation, inputs.remove(), position, partition());
            installation = decided.installation();
            for (Effect effect : decided.effects()) {
                switch (effect) {
                    case Effect.Spread spread -> inputs.add(spread.input());
                    case Effect.Report report -> inputs.add(report.input());
                    case Effect.Announce announce -> announced.add(Step.shortly(announce.event()));
                    default -> throw new AssertionError(effect);
                }
            }
        }
        return announced;
    }

    private AllProjects.Partition partition() {
        return new AllProjects.Partition(
                1,
                policy.seen().operations(),
                policy.dispatching().startHeld(),
                wakes -> ifProject() == null ? 0 : project().counts().waiting());
    }

    /** The latest call of the command is answered. */
    public Step answers(String commandId, Answer answer) {
        return answersCall(callOf(commandId), answer);
    }

    public Step answersCall(String callId, Answer answer) {
        return append(new Input.CallAnswered(Asked.PROJECT, callId, answer));
    }

    /** A GET of the job's present generation that began now. */
    public Step sees(JobSnapshot job) {
        return sees(job.id(), job(job.id()).commands().generation(), now, job);
    }

    public Step sees(String jobId, int generation, Instant getBegan, @Nullable JobSnapshot job) {
        return append(observed(jobId, generation, getBegan, job));
    }

    static Input observed(String jobId, int generation, Instant getBegan, @Nullable JobSnapshot job) {
        return job == null
                ? Input.JobObserved.lost(Asked.PROJECT, jobId, generation, getBegan, NOT_FOUND)
                : Input.JobObserved.shown(Asked.PROJECT, jobId, generation, getBegan, job);
    }

    /** Somebody reports what became of a pull request. */
    public Step hears(String prLink, PullRequestState state) {
        return append(new Input.PullRequestSeen(Asked.PROJECT, prLink, state, now));
    }

    public Step wakes() {
        return append(new Input.WokeUp(Asked.PROJECT, Input.WokeUp.Cause.TIME));
    }

    public Step keyChanges() {
        return append(new Input.WokeUp(Asked.PROJECT, Input.WokeUp.Cause.KEY_CHANGED));
    }

    /** Goes to the next moment, if it is still to come, and wakes. */
    public Step runToNextMoment() {
        Instant next = nextMoment;
        if (next == null) {
            throw new AssertionError("there is no next moment");
        }
        now = next.isAfter(now) ? ceilMilli(next) : now;
        return wakes();
    }

    public Step append(Input input) {
        return replay(new Appended(input, new LogPosition(3, offset++, now, now.plus(logAhead))));
    }

    /** Takes an input with its old place and time. */
    public Step replay(Appended appended) {
        now = appended.position().appendedAt();
        offset = Math.max(offset, appended.position().offset() + 1);
        log.add(appended);
        if (failsAfter >= 0) {
            failFirst(appended);
        }
        DecisionContext context = context();
        long before = ALLOCATIONS.getCurrentThreadAllocatedBytes();
        long readBefore = bytesReadInAll();
        Decision decision = Decider.decide(context, appended.input(), appended.position());
        allocated = ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
        bytesRead = bytesReadInAll() - readBefore;
        return carryOut(decision);
    }

    /** Bytes that the latest decision allocated, reading the state included. */
    public long allocated() {
        return allocated;
    }

    /** Of the records that the latest decision got from the state. */
    public long bytesRead() {
        return bytesRead;
    }

    private long bytesReadInAll() {
        return projects.bytesRead() + queue.bytesRead() + jobs.bytesRead() + seen.bytesRead();
    }

    /** Before each decision, the same one is tried on state that cannot be read any more after so many reads. */
    public void triesEachDecisionWithFailureAfter(int reads) {
        failsAfter = reads;
    }

    private void failFirst(Appended appended) {
        AtomicInteger left = new AtomicInteger(failsAfter);
        Tables failing =
                new Tables(failing(this::stored, left), failing(queue, left), failing(jobs, left), failing(seen, left));
        DecisionContext now = context();
        try {
            Decider.decide(
                    new DecisionContext(
                            failing,
                            now.index(),
                            now.policy(),
                            now.installation(),
                            now.partition(),
                            now.lacksRoomForProject()),
                    appended.input(),
                    appended.position());
            // It came through, but its changes are not stored.
            rebuildIndex();
        } catch (UncheckedIOException expected) {
            failures++;
            rebuildIndex();
        }
    }

    private static <V> Table<V> failing(Table<V> table, AtomicInteger readsLeft) {
        return key -> {
            if (readsLeft.getAndDecrement() <= 0) {
                throw new UncheckedIOException(new IOException("the state cannot be read"));
            }
            return table.get(key);
        };
    }

    /** Decisions that failed on the way. */
    public int failures() {
        return failures;
    }

    /** What the engine does after a decision that threw. */
    public Step holds() {
        rebuildIndex();
        return carryOut(Decider.hold(context(), Asked.PROJECT, new LogPosition(3, offset++, now, now.plus(logAhead))));
    }

    /** What the engine does when the partition needs the room. */
    public Step forgets() {
        return carryOut(Decider.forget(context(), project(), new LogPosition(3, offset++, now, now.plus(logAhead))));
    }

    /** As if so many creates more had ended like this one, of unknown outcome: one decision for each would take minutes. */
    public void moreLike(String commandId, int more) {
        EndedCommand one = (EndedCommand)
                Objects.requireNonNull(seen.get(Keys.seen(Asked.PROJECT, Identity.ofCommandId(commandId))));
        long kept = 0;
        long bytes = 0;
        for (int i = 0; i < more; i++) {
            QueuedCommand queued = likeIt(commandId + "-" + i);
            var outcome =
                    new CommandOutcome.Unknown(new Reason("timeout", "no answer", null), null, queued.command(), START);
            EndedCommand ended = EndedCommand.of(queued, outcome, one.forgetAt());
            seen.write(Map.of(Keys.seen(Asked.PROJECT, queued.identity()), Optional.of(ended)));
            kept += ended.keptBytes();
            bytes += ended.bytes(Asked.PROJECT);
        }
        Project was = project();
        Project.Counts counts = was.counts()
                .with(
                        was.counts().seen() + more,
                        was.counts().jobs(),
                        was.counts().followed(),
                        was.counts().stateBytes() + bytes);
        Project now = Records.with(Records.with(was, "counts", counts), "keptBytes", was.keptBytes() + kept);
        projects.write(Map.of(Asked.PROJECT, Optional.of(now)));
        rebuildIndex();
    }

    private static QueuedCommand likeIt(String commandId) {
        Identity identity = Identity.ofCommandId(commandId);
        return QueuedCommand.arrived(
                        0,
                        Asked.create(commandId).command(),
                        identity,
                        "3-0",
                        LaneId.ofCreate(identity),
                        null,
                        START,
                        null)
                .attempted()
                .outcomeUnknown();
    }

    public void rebuildIndex() {
        Project project = projects.get(Asked.PROJECT);
        index = recount(project != null ? project : Project.fresh(Asked.PROJECT))
                .index();
    }

    private Recount recount(Project project) {
        Recount recount = new Recount(project);
        queue.each((key, queued) -> recount.add(queued));
        jobs.each(recount::add);
        seen.each(recount::add);
        return recount;
    }

    public DecisionContext context() {
        return new DecisionContext(
                new Tables(this::stored, queue, jobs, seen),
                index,
                policy,
                installation,
                load(),
                lacksRoom && ifProject() == null);
    }

    public Policy policy() {
        return policy;
    }

    public @Nullable Project ifProject() {
        return stored(Asked.PROJECT);
    }

    /** As after a restart: with the calls in the queue. */
    private @Nullable Project stored(String projectId) {
        Project project = projects.get(projectId);
        if (project == null) {
            return null;
        }
        Map<String, QueuedCommand> inFlight =
                calls.values().stream().collect(Collectors.toMap(QueuedCommand::callId, call -> call));
        return new Project(
                project.id(),
                project.applied(),
                project.counts(),
                project.quota(),
                inFlight,
                project.hold(),
                project.shares(),
                project.operatorHold(),
                project.bulkTasks(),
                project.keptBytes(),
                project.resumedFrom(),
                project.probed(),
                project.activeJobs(),
                project.openPullRequests());
    }

    public Project project() {
        return Objects.requireNonNull(ifProject(), "no such project");
    }

    public Job job(String jobId) {
        return Objects.requireNonNull(ifJob(jobId), "no such job");
    }

    public @Nullable Job ifJob(String jobId) {
        return jobs.get(Keys.job(Asked.PROJECT, jobId));
    }

    /** All that are known. */
    public List<Job> jobs() {
        return values(jobs);
    }

    /** Whether a repetition of the command would be recognised. */
    public boolean remembers(String commandId) {
        return remembered().contains(Keys.seen(Asked.PROJECT, Identity.ofCommandId(commandId)));
    }

    /** Whether an answer to an earlier call of the command is missing. */
    public boolean mayHaveBeenTaken(QueuedCommand queued) {
        return commands().stream()
                .anyMatch(each -> each.identity().equals(queued.identity()) && each.mayHaveBeenTaken());
    }

    /** The public records that there are, by the commandIds of their commands. */
    public Map<String, CommandRecord> records() {
        return records;
    }

    /** The public record of a command. */
    public CommandRecord record(String commandId) {
        return Objects.requireNonNull(records.get(commandId), "no such record");
    }

    /** The records that follow from what is stored, by the commandIds of their commands. */
    public Map<String, CommandRecord> recordsByState() {
        Map<String, CommandRecord> byState = new HashMap<>();
        queue.each((key, queued) -> add(queued, byState));
        seen.each((key, remembered) -> add(remembered, byState));
        return byState;
    }

    private void add(Object stored, Map<String, CommandRecord> byState) {
        if (stored instanceof KnownCommand known && known.publicId() != null) {
            CommandRecord twice = byState.put(known.publicId(), CommandRecords.of(Asked.PROJECT, known, this::ifJob));
            same("that " + known.publicId() + " is in one table", true, twice == null);
        }
    }

    /** The keys of all commands that are remembered: by an entry, or by being queued. */
    private Set<String> remembered() {
        Set<String> keys = new HashSet<>();
        seen.each((key, entry) -> keys.add(key));
        queue.each((key, queued) -> keys.add(Keys.seen(Asked.PROJECT, queued.identity())));
        return keys;
    }

    public long available() {
        return project().quota().available(policy.quota(), decidedAt());
    }

    public String callOf(String commandId) {
        return Objects.requireNonNull(lastCallOf.get(commandId), "never called");
    }

    /** The last call of a command; null where it was never called. */
    public @Nullable String ifCallOf(String commandId) {
        return lastCallOf.get(commandId);
    }

    public int commandsKept() {
        return queue.size();
    }

    /** What is stored of commands and operations, by its keys. */
    public Map<String, Remembered> marks() {
        Map<String, Remembered> marks = new HashMap<>();
        seen.each(marks::put);
        return marks;
    }

    /** Waiting and in flight, by arrival. */
    public List<QueuedCommand> commands() {
        List<QueuedCommand> commands = new ArrayList<>();
        queue.each((key, queued) -> commands.add(queued));
        return commands;
    }

    public int remembersHowMany() {
        return remembered().size();
    }

    public Map<String, WatchedJob> watched() {
        return watched;
    }

    public List<Appended> log() {
        return log;
    }

    public List<Step> steps() {
        return steps;
    }

    /** Every event so far, shortly. */
    public List<String> announced() {
        return steps.stream().flatMap(step -> step.announced().stream()).toList();
    }

    public @Nullable Instant nextMoment() {
        return nextMoment;
    }

    public boolean holdsTheSameAs(ProjectWorld other) {
        return projects.holdsTheSameAs(other.projects)
                && queue.holdsTheSameAs(other.queue)
                && jobs.holdsTheSameAs(other.jobs)
                && seen.holdsTheSameAs(other.seen);
    }

    @Override
    public String toString() {
        return "projects:" + projects + "\nqueue:" + queue + "\njobs:" + jobs + "\nseen:" + seen;
    }

    private Load load() {
        Project project = ifProject();
        return project == null ? others : others.plus(project.load());
    }

    private Step carryOut(Decision decision) {
        Step step = new Step(decision);
        steps.add(step);
        if (decision.changes().projects().isEmpty()) {
            return step;
        }
        projects.write(decision.changes().projects());
        queue.write(decision.changes().queue());
        decision.changes()
                .queue()
                .forEach((key, queued) -> calls.compute(
                        key,
                        (same, before) ->
                                queued.filter(each -> each.call() != null).orElse(null)));
        jobs.write(decision.changes().jobs());
        seen.write(decision.changes().seen());
        countSequences(decision);
        decision.effects().forEach(this::carryOut);
        nextMoment = decision.nextMoment();
        // Costs as much as the state is large: after each step of a short test, later about one entry for each step.
        if (steps.size() >= nextCheck) {
            checkDerived();
            int entries = queue.size() + jobs.size() + seen.size();
            nextCheck = steps.size() + (steps.size() < 50 ? entries / 50 : entries);
        }
        return step;
    }

    /** What is derived of the stored state, every count included, is always what would be derived of it anew. */
    private void checkDerived() {
        Project project = ifProject();
        if (project == null) {
            return;
        }
        Recount recount = recount(project);
        same("what is derived", index.toString(), recount.index().toString());
        same("the project", project, recount.project());
        same("the next sequence", project.counts().nextSequence(), nextSequence);
        same("the open pull requests", project.openPullRequests(), openPullRequests());
    }

    /** By the publisher of the first job that has each, counted anew. */
    public Map<String, Integer> openPullRequests() {
        Map<String, Job> firstByLink = new TreeMap<>();
        values(jobs).stream()
                .filter(Job::hasOpenPullRequest)
                .sorted(Comparator.comparing(Job::id))
                .forEach(job ->
                        firstByLink.putIfAbsent(String.valueOf(job.snapshot().prLink()), job));
        Map<String, Integer> open = new HashMap<>();
        firstByLink.values().forEach(job -> open.merge(job.origin().publisher(), 1, Integer::sum));
        return open;
    }

    private static <V> List<V> values(StoredTable<V> table) {
        List<V> values = new ArrayList<>();
        table.each((key, value) -> values.add(value));
        return values;
    }

    /** Each command that enters takes the next sequence; a project that was forgotten begins anew. */
    private void countSequences(Decision decision) {
        if (ifProject() == null) {
            nextSequence = 0;
        }
        for (Optional<QueuedCommand> queued : decision.changes().queue().values()) {
            nextSequence = Math.max(
                    nextSequence, queued.map(each -> each.arrival() + 1).orElse(0L));
        }
    }

    private static void same(String what, Object is, Object ought) {
        if (!is.equals(ought)) {
            throw new AssertionError(what + " is " + is + " instead of " + ought);
        }
    }

    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.Send send -> {
                if (send.request() instanceof GatewayRequest.Call call) {
                    lastCallOf.put(Step.commandOf(call.prompt()), call.callId());
                }
            }
            case Effect.Watch watch -> watched.put(watch.job().jobId(), watch.job());
            case Effect.Release release -> watched.remove(release.jobId());
            case Effect.Announce announce -> {}
            case Effect.PublishState state -> {
                if (state.command() == null) {
                    records.remove(state.commandId());
                } else {
                    records.put(state.commandId(), state.command());
                }
            }
            case Effect.Spread spread -> {}
            case Effect.Report report -> {}
            case Effect.Count count -> {}
        }
    }

    private Identity identityOf(Command command) {
        return command.commandId() != null
                ? Identity.ofCommandId(command.commandId())
                : Identity.ofRecord("requests", 0, offset, 0);
    }

    private static Instant ceilMilli(Instant instant) {
        return Instant.ofEpochMilli(instant.plusNanos(999_999).toEpochMilli());
    }
}
