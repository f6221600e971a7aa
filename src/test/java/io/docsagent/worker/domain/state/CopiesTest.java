package io.docsagent.worker.domain.state;

import static io.docsagent.worker.testkit.Components.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A changed copy of what is stored differs in what it is asked to, and loses nothing else. */
class CopiesTest {

    private static final Instant T1 = Instant.ofEpochMilli(1_000);
    private static final Instant T2 = Instant.ofEpochMilli(2_000);
    private static final Command.Request REQUEST = new Command.Request("https://ci.example.com", "42");
    private static final Reason REASON = new Reason("timeout", "no answer", null);

    private static final Command COMMAND = new Command(
            Command.Type.CREATE,
            "acme",
            "hi",
            "j1",
            "c0",
            "c1",
            Priority.NORMAL,
            T1,
            Map.of("a", "b"),
            T1,
            new Coalesce("k", Coalesce.Mode.APPEND, Duration.ofMinutes(2), Duration.ofHours(1)),
            "docs",
            "c9",
            "why",
            "trace",
            REQUEST,
            "ci");

    private static final QueuedCommand QUEUED = new QueuedCommand(
            4,
            5,
            COMMAND,
            new Identity("c1"),
            "3-7",
            "c1",
            "j1",
            T1,
            new Calls(2, List.of(1), List.of(), null),
            2,
            T2,
            new Identity("c0"),
            new QueuePlace(3, T2, "quota"),
            new InFlightCall(2, true, T1, T2, "ci", Priority.HIGH, null),
            T1,
            "hash",
            T1,
            T2);

    private static final Job JOB = new Job(
            new JobSnapshot("j1", "active", "https://pr", null, null, null, null),
            new JobCommands(Origin.of(COMMAND, true), List.of("c0"), 3, false),
            5,
            T1,
            new JobFollowing.Followed(T1, T2, Duration.ZERO, T2),
            new Continuation("docs", T1, 2),
            new PullRequest(PullRequestState.MERGED, T1));

    private static final EndedCommand ENDED = new EndedCommand(
            "hash",
            Command.Type.CREATE,
            "3-7",
            Origin.of(COMMAND, true),
            Terms.of(COMMAND, T1, new QueuePlace(3, T2, "quota")),
            new Calls(2, List.of(1), List.of(), null),
            new CommandOutcome.Unknown(REASON, "j1", null, T1, T2),
            T1,
            T2);

    static Stream<Arguments> copies() {
        return Stream.of(commands(), origins(), queued(), routed(), revised(), jobs(), ofJobs(), ended())
                .flatMap(copies -> copies);
    }

    private static Stream<Arguments> commands() {
        return Stream.of(
                arguments(COMMAND, COMMAND.with("ho", Priority.LOW, T2), Set.of("prompt", "priority", "notBefore")),
                arguments(COMMAND, COMMAND.uncoalesced(), Set.of("coalesce")),
                arguments(COMMAND, COMMAND.withoutContinueKey(), Set.of("continueKey")),
                arguments(COMMAND, COMMAND.withoutContent(), Set.of("prompt", "metadata")),
                arguments(COMMAND, COMMAND.tracedBy("other"), Set.of("traceparent")),
                arguments(COMMAND, COMMAND.publishedBy("other", Priority.LOW), Set.of("priority", "publisher")));
    }

    private static Stream<Arguments> origins() {
        Origin origin = Origin.of(COMMAND, true);
        return Stream.of(
                arguments(origin, origin.with(null, null), Set.of("metadata", "traceparent")),
                arguments(origin, Origin.of(COMMAND), Set.of("continued")),
                arguments(origin, new Origin("c1", Map.of("a", "b"), "trace", REQUEST, "ci", "docs", true), Set.of()));
    }

    private static Stream<Arguments> queued() {
        return Stream.of(
                arguments(QUEUED, QUEUED.attempted(), Set.of("calls")),
                arguments(QUEUED, QUEUED.outcomeUnknown(), Set.of("calls")),
                arguments(QUEUED, QUEUED.answered(1), Set.of("calls")),
                arguments(QUEUED, QUEUED.refused(), Set.of("refusals")),
                arguments(QUEUED, QUEUED.acceptedAs("j1"), Set.of("call")),
                arguments(QUEUED, QUEUED.with((InFlightCall) null), Set.of("call")),
                arguments(QUEUED, QUEUED.repeated(T2), Set.of("repeatedAt")),
                arguments(QUEUED, QUEUED.announced(new QueuePlace(1, T2, "quota")), Set.of("place")),
                arguments(QUEUED, QUEUED.withoutContent(), Set.of("command")),
                arguments(QUEUED, QuietPeriod.begun(QUEUED, Duration.ofDays(1)), Set.of("quietUntil")),
                arguments(QUEUED, QUEUED.repeating(ENDED), Set.of("calls")),
                arguments(unpromoted(), unpromoted().promoted(T2), Set.of("promotedAt")));
    }

    private static QueuedCommand unpromoted() {
        return QUEUED.with(copy -> copy.promotedAt = null);
    }

    private static Stream<Arguments> routed() {
        return Stream.of(
                arguments(QUEUED, Routing.toJob(QUEUED, "j2"), Set.of("lane", "jobId", "createWaitUntil")),
                arguments(QUEUED, Routing.startingJob(QUEUED), Set.of("lane", "jobId", "createWaitUntil")),
                arguments(QUEUED, Routing.waitingForKey(QUEUED), Set.of("lane", "jobId", "createWaitUntil")));
    }

    private static Stream<Arguments> revised() {
        QueuedCommand older = QUEUED.with(copy -> {
            copy.sequence = 3;
            copy.arrivedAt = Instant.EPOCH;
            copy.lane = "c2";
            copy.jobId = null;
            copy.first = new Identity("c3");
        });
        return Stream.of(
                arguments(QUEUED, Revision.uncoalesced(QUEUED), Set.of("command", "quietUntil")),
                arguments(QUEUED, Revision.withoutContinueKey(QUEUED), Set.of("command")),
                arguments(QUEUED, Revision.publishedAs(QUEUED, "other"), Set.of("publishedHash")),
                arguments(
                        QUEUED,
                        Revision.superseding(QUEUED, older, "both", Duration.ofMillis(1)),
                        Set.of("sequence", "command", "lane", "jobId", "arrivedAt", "first", "place", "quietUntil")));
    }

    private static Stream<Arguments> jobs() {
        return Stream.of(
                arguments(JOB, JOB.with(seen("https://pr")), Set.of("snapshot")),
                arguments(JOB, JOB.with(seen("https://other")), Set.of("snapshot", "pullRequest")),
                arguments(JOB, JOB.with(new JobFollowing.Ended(T1, null)), Set.of("following")),
                arguments(JOB, JOB.with((Continuation) null), Set.of("continuation")),
                arguments(JOB, JOB.with(new PullRequest(PullRequestState.OPEN, T2)), Set.of("pullRequest")),
                arguments(JOB, JOB.withNextSequence(), Set.of("sequence")),
                arguments(JOB, JOB.observedAt(T2), Set.of("observedAt")),
                arguments(JOB, JOB.accepted(Origin.NONE, false), Set.of("commands")),
                arguments(JOB, JOB.maybeTaken(), Set.of("commands")));
    }

    private static JobSnapshot seen(String prLink) {
        return new JobSnapshot("j1", "completed", prLink, null, null, null, null);
    }

    private static Stream<Arguments> ofJobs() {
        JobCommands commands = JOB.commands();
        return Stream.of(
                arguments(commands, commands.maybeTaken(), Set.of("generation")),
                arguments(
                        commands,
                        commands.accepted(Origin.NONE, true, false),
                        Set.of("origin", "earlier", "generation", "byCreate")));
    }

    private static Stream<Arguments> ended() {
        return Stream.of(
                arguments(ENDED, ENDED.repeated(T2), Set.of("repeatedAt")),
                arguments(ENDED, ENDED.answered(1), Set.of("calls")),
                arguments(ENDED, ENDED.withoutKey(), Set.of("outcome")),
                arguments(ENDED, ENDED.dismissed(REASON), Set.of("calls", "outcome")),
                arguments(ENDED, ENDED.acceptedLate("j1", T1), Set.of("outcome", "forgetAt")),
                arguments(ENDED, ENDED.leadingTo(new Identity("c2"), T1), Set.of("outcome", "forgetAt")),
                arguments(ENDED, expired(ENDED.calls()), Set.of("outcome")),
                arguments(ENDED, expired(Calls.NONE), Set.of("calls", "origin", "outcome")));
    }

    /** Of which nothing is announced any more where the service cannot have taken it. */
    private static EndedCommand expired(Calls calls) {
        QueuedCommand queued = QUEUED.with(copy -> {
            copy.publishedHash = "hash";
            copy.calls = calls;
        });
        return EndedCommand.of(queued, new CommandOutcome.NotTaken(CommandState.EXPIRED, REASON), T2);
    }

    @ParameterizedTest
    @MethodSource("copies")
    void a_copy_differs_in_nothing_else(Record before, Record after, Set<String> expected) {
        assertThat(changed(before, after)).isEqualTo(expected);
    }
}
