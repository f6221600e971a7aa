package io.docsagent.worker.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.Calls;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.FairShares;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.InFlightCall;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.PullRequest;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Terms;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Identity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bytes of stored state are; state of another format is not touched. */
class StateFormatTest {

    private static final Instant T1 = Instant.ofEpochMilli(1_000);
    private static final Instant T2 = Instant.ofEpochMilli(2_000);
    private static final Command.Request REQUEST = new Command.Request("https://ci", "42");
    private static final Identity ID = new Identity("c1");

    static Stream<Arguments> projects() {
        return Stream.of(
                arguments("{'is':'flowing','epoch':0,'held':0}", new Hold.Flowing(0, Duration.ZERO)),
                arguments(
                        "{'is':'held','reason':'THROTTLED','epoch':2,'held':5,'since':1000,'until':2000,'streak':1,'probed':-1,'message':'no'}",
                        new Hold.Held(Hold.Reason.THROTTLED, 2, Duration.ofMillis(5), T1, T2, 1, -1, "no")),
                arguments(
                        "{'is':'probing','reason':'UNAUTHORIZED','epoch':2,'held':5,'since':1000,'streak':3,'probed':4,'message':'no'}",
                        new Hold.Probing(Hold.Reason.UNAUTHORIZED, 2, Duration.ofMillis(5), T1, 3, 4, "no")));
    }

    @ParameterizedTest
    @MethodSource("projects")
    void a_project_is_read_and_written_as_ever(String hold, Hold expected) {
        isReadAndWrittenAsEver(
                "4{'id':'acme','applied':{'offset':7,'at':1000},'counts':{'nextSequence':9,'high':1,'normal':2,'low':3,"
                        + "'bytes':400,'seen':5,'jobs':6,'followed':4,'stateBytes':300},'quota':{'inFlight':1,'over':[1000,2000],"
                        + "'unanswered':{'c2.1':{'at':2000}}},'hold':" + hold + ",'keptBytes':0}",
                Project.class,
                new Project(
                        "acme",
                        new Project.Applied(7, T1),
                        new Project.Counts(9, 1, 2, 3, 400, 5, 6, 4, 300),
                        new Quota(1, Uses.of(List.of(usual(T1), usual(T2))), Map.of("c2.1", usual(T2))),
                        Map.of(),
                        expected));
    }

    private static Use usual(Instant at) {
        return new Use(at, Publisher.DEFAULT);
    }

    @Test
    void what_publishers_have_used_and_how_far_they_are_ahead_is_read_and_written_as_ever() {
        isReadAndWrittenAsEver(
                "4{'id':'acme','applied':{'offset':7,'at':1000},'counts':{'nextSequence':9,'high':1,'normal':2,'low':3,"
                        + "'bytes':400,'seen':5,'jobs':6,'followed':4,'stateBytes':300},'quota':{'inFlight':0,"
                        + "'over':{'batch':[1000],'default':[2000]},'unanswered':{'c2.1':{'at':2000,'by':'ci'}}},"
                        + "'hold':{'is':'flowing','epoch':0,'held':0},'shares':{'ahead':{'normal':{'batch':240240000}}},'keptBytes':0,'activeJobs':{'ci':2},'openPullRequests':{'batch':3}}",
                Project.class,
                new Project(
                        "acme",
                        new Project.Applied(7, T1),
                        new Project.Counts(9, 1, 2, 3, 400, 5, 6, 4, 300),
                        new Quota(
                                0,
                                Uses.of(List.of(new Use(T1, "batch"), usual(T2))),
                                Map.of("c2.1", new Use(T2, "ci"))),
                        Map.of(),
                        Hold.NONE,
                        new FairShares(Map.of(Command.Priority.NORMAL, Map.of("batch", FairShares.cost(3)))),
                        null,
                        List.of(),
                        0,
                        List.of(),
                        null,
                        Map.of("ci", 2),
                        Map.of("batch", 3)));
    }

    @Test
    void what_was_asked_of_all_projects_is_read_and_written_as_ever() {
        Operation hold = new Operation("o1", "alice", "why", ".", new Operation.Hold(null));
        isReadAndWrittenAsEver(
                "4{'applied':{'offset':7,'at':1000},'hold':{'by':'alice','reason':'why','since':1000,'until':2000,'ofAll':'n'},"
                        + "'resumedFrom':'restored','probed':'p','operations':{'o1':2000},"
                        + "'goingOn':[{'operation':{'operationId':'o1','by':'alice','reason':'why','projectId':'.',"
                        + "'action':{'is':'hold'}},'carriedOut':[2],'affected':3}]}",
                Installation.class,
                new Installation(
                        new Project.Applied(7, T1),
                        new OperatorHold("alice", "why", T1, T2, "n"),
                        "restored",
                        "p",
                        Map.of("o1", T2),
                        List.of(new Installation.GoingOn(hold, List.of(2), 3))));
    }

    @Test
    void a_resolution_of_many_is_read_and_written_as_ever() {
        var many = new Operation.ResolveMany(true, T1, "nightly");
        isReadAndWrittenAsEver(
                "4{'is':'resolve','operation':{'operationId':'o1','by':'alice','projectId':'acme',"
                        + "'action':{'is':'resolve-many','repeat':true,'endedBefore':1000,'publisher':'nightly'}},"
                        + "'endedBy':1000,'last':{'at':2000,'kind':'SENT_FORGOTTEN','key':'acme/c1'},'affected':3,'skipped':4}",
                BulkTask.class,
                new BulkTask.Resolve(
                        new Operation("o1", "alice", null, "acme", many),
                        T1,
                        new Timer(T2, Timer.Kind.SENT_FORGOTTEN, "acme/c1"),
                        3,
                        4));
    }

    @Test
    void a_report_of_a_pull_request_is_read_and_written_as_ever() {
        isReadAndWrittenAsEver(
                "4{'is':'report','prLink':'https://pr','state':'merged','at':1000,'last':'j1'}",
                BulkTask.class,
                new BulkTask.Report("https://pr", PullRequestState.MERGED, T1, "j1"));
    }

    static Stream<Arguments> additions() {
        var ofStart = new OperatorHold("docs-agent.dispatch.start-held", "restored", T1, null, "restored");
        return Stream.of(
                arguments(
                        "'operatorHold':{'by':'alice','since':1000}", with(new OperatorHold("alice", null, T1, null))),
                arguments(
                        "'operatorHold':{'by':'alice','reason':'why','since':1000,'until':2000}",
                        with(new OperatorHold("alice", "why", T1, T2))),
                arguments(
                        "'operatorHold':{'by':'docs-agent.dispatch.start-held','reason':'restored','since':1000,"
                                + "'ofAll':'restored'}",
                        with(ofStart)),
                arguments(cancelOfMany(""), with(null, cancel(null, null))),
                arguments(cancelOfMany(",'publisher':'nightly'"), with(null, cancel("nightly", null))),
                arguments(cancelOfMany(",'coalesceKey':'main'"), with(null, cancel(null, "main"))));
    }

    private static Project with(@Nullable OperatorHold hold, BulkTask... bulkTasks) {
        return new Project(
                "acme",
                new Project.Applied(-1, Instant.EPOCH),
                new Project.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0),
                Quota.UNUSED,
                Map.of(),
                Hold.NONE,
                null,
                hold,
                List.of(bulkTasks),
                300,
                List.of("all", "restored"),
                "p",
                Map.of(),
                Map.of());
    }

    private static String cancelOfMany(String selection) {
        return "'bulkTasks':[{'is':'cancel','operation':{'operationId':'o1','by':'alice','reason':'why','projectId':'acme',"
                + "'action':{'is':'cancel-many'" + selection + "}},'before':7,'next':4,'affected':3}]";
    }

    private static BulkTask cancel(@Nullable String publisher, @Nullable String coalesceKey) {
        var many = new Operation.CancelMany(publisher, coalesceKey);
        return new BulkTask.Cancel(new Operation("o1", "alice", "why", "acme", many), 7, 4, 3);
    }

    @ParameterizedTest
    @MethodSource("additions")
    void what_a_project_may_have_besides_is_read_and_written_as_ever(String addition, Project expected) {
        isReadAndWrittenAsEver(
                "4{'id':'acme','applied':{'offset':-1,'at':0},'counts':{'nextSequence':0,'high':0,'normal':0,'low':0,"
                        + "'bytes':0,'seen':0,'jobs':0,'followed':0,'stateBytes':0},'quota':{'inFlight':0,'over':[],'unanswered':{}},"
                        + "'hold':{'is':'flowing','epoch':0,'held':0}," + addition
                        + ",'keptBytes':300,'resumedFrom':['all','restored'],'probed':'p'}",
                Project.class,
                expected);
    }

    static Stream<Arguments> queued() {
        var keyed = new Command(
                Command.Type.CREATE,
                "acme",
                "hi",
                null,
                null,
                "c1",
                Command.Priority.NORMAL,
                null,
                Map.of(),
                T2,
                new Coalesce("k", Coalesce.Mode.APPEND),
                "docs",
                null,
                null,
                null,
                null,
                "default");
        var cancel = new Command(
                Command.Type.CANCEL,
                "acme",
                "",
                null,
                null,
                null,
                Command.Priority.LOW,
                null,
                Map.of(),
                null,
                null,
                null,
                "c9",
                "why",
                null,
                null,
                "default");
        var most = new Command(
                Command.Type.MESSAGE, "acme", "hi", null, "c0", "c1", Command.Priority.HIGH, T2, Map.of("a", "b"));
        var least = new Command(
                Command.Type.MESSAGE,
                "acme",
                "hi",
                "j1",
                null,
                null,
                Command.Priority.LOW,
                null,
                Map.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                REQUEST,
                "default");
        return Stream.of(
                arguments(
                        "4{'sequence':4,'arrival':5,'command':{'type':'message','projectId':'acme','prompt':'hi',"
                                + "'createCommandId':'c0','commandId':'c1','priority':'high','expiresAt':2000,"
                                + "'metadata':{'a':'b'}},'identity':'c1','admission':'3-7','lane':'c0','arrivedAt':1000,"
                                + "'calls':{'attempts':2,'unknown':[1],'dismissed':[],'dismissedTo':'j1'},'refusals':2,"
                                + "'createWaitUntil':2000,'call':{'epoch':2,'probe':true,'deadline':1000,"
                                + "'queryAt':2000,'payer':'ci','charged':'high','acceptedAs':'j1'}}",
                        new QueuedCommand(
                                4,
                                5,
                                most,
                                ID,
                                "3-7",
                                "c0",
                                null,
                                T1,
                                new Calls(2, List.of(1), List.of(), "j1"),
                                2,
                                T2,
                                null,
                                null,
                                new InFlightCall(2, true, T1, T2, "ci", Command.Priority.HIGH, "j1"),
                                null,
                                null,
                                null,
                                null)),
                arguments(
                        "4{'sequence':4,'arrival':5,'command':{'type':'create','projectId':'acme','prompt':'hi','commandId':'c1',"
                                + "'priority':'normal','notBefore':2000,'coalesce':{'key':'k','mode':'append'},'continueKey':'docs'},"
                                + "'identity':'c1','admission':'3-7','lane':'c0','arrivedAt':1000,"
                                + "'calls':{'attempts':0},'refusals':0,'first':'c0',"
                                + "'place':{'position':3,'estimatedDispatchAt':2000,'reason':'quota'},"
                                + "'publishedHash':'h','repeatedAt':2000,'quietUntil':1000}",
                        new QueuedCommand(
                                4,
                                5,
                                keyed,
                                ID,
                                "3-7",
                                "c0",
                                null,
                                T1,
                                Calls.NONE,
                                0,
                                null,
                                new Identity("c0"),
                                new StatusEvent.QueuePlace(3, T2, "quota"),
                                null,
                                null,
                                "h",
                                T2,
                                T1)),
                arguments(
                        "4{'sequence':4,'arrival':4,'command':{'type':'cancel','projectId':'acme','priority':'low',"
                                + "'cancelCommandId':'c9','reason':'why'},'identity':'c1','admission':'3-7','lane':'c1',"
                                + "'arrivedAt':1000,'calls':{'attempts':0},'refusals':0,'createWaitUntil':2000}",
                        QueuedCommand.arrived(4, cancel, ID, "3-7", "c1", null, T1, T2)),
                arguments(
                        "4{'sequence':4,'arrival':4,'command':{'type':'message','projectId':'acme','prompt':'hi','jobId':'j1',"
                                + "'priority':'low','request':{'source':'https://ci','id':'42'}},'identity':'c1','admission':'3-8','lane':'j1','jobId':'j1','arrivedAt':1000,"
                                + "'calls':{'attempts':0},'refusals':0,'promotedAt':2000}",
                        QueuedCommand.arrived(4, least, ID, "3-8", "j1", "j1", T1, null)
                                .promoted(T2)));
    }

    @ParameterizedTest
    @MethodSource("queued")
    void a_queued_command_is_read_and_written_as_ever(String golden, QueuedCommand queued) {
        isReadAndWrittenAsEver(golden, QueuedCommand.class, queued);
    }

    static Stream<Arguments> followings() {
        return Stream.of(
                arguments(
                        "{'is':'followed','since':1000,'checkAt':2000,'heldBefore':5}",
                        new JobFollowing.Followed(T1, T2, Duration.ofMillis(5), null)),
                arguments(
                        "{'is':'followed','since':1000,'checkAt':2000,'heldBefore':5,'mayReviveUntil':2000}",
                        new JobFollowing.Followed(T1, T2, Duration.ofMillis(5), T2)),
                arguments(
                        "{'is':'lingering','since':1000,'until':2000,'mayRevive':true}",
                        new JobFollowing.Lingering(T1, T2, true)),
                arguments("{'is':'ended','forgetAt':2000}", new JobFollowing.Ended(T2, null)),
                arguments(
                        "{'is':'proposed','operation':{'operationId':'o1','by':'alice','projectId':'acme',"
                                + "'action':{'is':'resolve-taken','commandId':'c1','jobId':'j1'}},"
                                + "'since':1000,'checkAt':2000}",
                        new JobFollowing.Proposed(
                                new Operation("o1", "alice", null, "acme", new Operation.ResolveTaken("c1", "j1")),
                                T1,
                                T2)),
                arguments(
                        "{'is':'ended','forgetAt':2000,'reason':{'code':'stalled','message':'why'}}",
                        new JobFollowing.Ended(T2, new StatusEvent.Reason("stalled", "why", null))));
    }

    @ParameterizedTest
    @MethodSource("followings")
    void a_job_is_read_and_written_as_ever(String following, JobFollowing expected) {
        isReadAndWrittenAsEver(
                "4{'snapshot':{'id':'j1','status':'active'},'commands':{'origin':{'commandId':'c1','metadata':{'a':'b'}},"
                        + "'generation':1,'byCreate':false},'sequence':2,'observedAt':1000,'following':" + following
                        + "}",
                Job.class,
                new Job(
                        new JobSnapshot("j1", "active", null, null, null, null, null),
                        new JobCommands(origin("c1", Map.of("a", "b")), List.of(), 1, false),
                        2,
                        T1,
                        expected));
    }

    static Stream<Arguments> outcomes() {
        var refused = new StatusEvent.Reason("refused", "no", 400);
        var kept = new Command(
                Command.Type.CREATE, "acme", "hi", null, null, "c1", Command.Priority.NORMAL, null, Map.of("a", "b"));
        return Stream.of(
                arguments("{'is':'accepted','jobId':'j1'}", new CommandOutcome.Accepted("j1")),
                arguments(
                        "{'is':'not-taken','state':'rejected','reason':{'code':'refused','message':'no','httpStatus':400}}",
                        new CommandOutcome.NotTaken(CommandState.REJECTED, refused)),
                arguments(
                        "{'is':'superseded','by':'c2','commandId':'two'}",
                        new CommandOutcome.Superseded(new Identity("c2"), "two")),
                arguments("{'is':'superseded','by':'c2'}", new CommandOutcome.Superseded(new Identity("c2"), null)),
                arguments(
                        "{'is':'unknown','reason':{'code':'refused','message':'no','httpStatus':400},'jobId':'j1',"
                                + "'endedAt':1000}",
                        new CommandOutcome.Unknown(refused, "j1", null, T1)),
                arguments(
                        "{'is':'unknown','reason':{'code':'refused','message':'no','httpStatus':400},"
                                + "'command':{'type':'create','projectId':'acme','prompt':'hi','commandId':'c1',"
                                + "'priority':'normal','metadata':{'a':'b'}},'endedAt':1000,'keepsKeyUntil':2000}",
                        new CommandOutcome.Unknown(refused, null, kept, T1, T2)));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_command_that_has_ended_is_read_and_written_as_ever(String outcome, CommandOutcome expected) {
        isReadAndWrittenAsEver(
                "4{'contentHash':'h','type':'create','admission':'3-7','origin':{'commandId':'c1','metadata':{'a':'b'}},"
                        + "'terms':{'priority':'high','arrivedAt':1000,'notBefore':1000,'expiresAt':2000,"
                        + "'queue':{'position':3,'reason':'behind_job'}},'calls':{'attempts':2,'unknown':[1,2]},"
                        + "'outcome':" + outcome + ",'repeatedAt':1000,'forgetAt':2000}",
                Remembered.class,
                new EndedCommand(
                        "h",
                        Command.Type.CREATE,
                        "3-7",
                        origin("c1", Map.of("a", "b")),
                        new Terms(Command.Priority.HIGH, T1, T1, T2, new StatusEvent.QueuePlace(3, null, "behind_job")),
                        new Calls(2, List.of(1, 2), null, null),
                        expected,
                        T1,
                        T2));
    }

    @Test
    void the_least_that_is_remembered_is_read_and_written_as_ever() {
        isReadAndWrittenAsEver(
                "4{'contentHash':'h','type':'message','origin':{},'terms':{'priority':'low','arrivedAt':1000},"
                        + "'calls':{'attempts':0},'outcome':{'is':'accepted','jobId':'j1'}}",
                Remembered.class,
                new EndedCommand(
                        "h",
                        Command.Type.MESSAGE,
                        null,
                        Origin.NONE,
                        new Terms(Command.Priority.LOW, T1, null, null, null),
                        Calls.NONE,
                        new CommandOutcome.Accepted("j1"),
                        null,
                        null));
        isReadAndWrittenAsEver("4{'operationForgetAt':2000}", Remembered.class, new Remembered.Operation(T2));
    }

    @Test
    void what_is_known_of_a_pull_request_and_of_its_create_is_read_and_written_as_ever() {
        isReadAndWrittenAsEver(
                "4{'snapshot':{'id':'j1','status':'active'},'commands':{"
                        + "'origin':{'traceparent':'t','request':{'source':'https://ci','id':'42'},'publisher':'ci',"
                        + "'continueKey':'docs','continued':false},"
                        + "'generation':1,'byCreate':true},'sequence':2,'observedAt':1000,"
                        + "'following':{'is':'ended','forgetAt':2000},'pullRequest':{'state':'merged','at':1000}}",
                Job.class,
                new Job(
                                Said.job("j1", "active"),
                                new JobCommands(
                                        new Origin(null, null, "t", REQUEST, "ci", "docs", false), List.of(), 1, true),
                                2,
                                T1,
                                new JobFollowing.Ended(T2, null))
                        .with(new PullRequest(PullRequestState.MERGED, T1)));
    }

    @Test
    void the_earlier_commands_of_a_job_are_read_and_written_as_ever() {
        isReadAndWrittenAsEver(
                "4{'snapshot':{'id':'j1','status':'active'},'commands':{'origin':{'commandId':'c2'},'earlier':['c0','c1'],"
                        + "'generation':1,'byCreate':false},'sequence':2,'observedAt':1000,"
                        + "'following':{'is':'ended','forgetAt':2000}}",
                Job.class,
                new Job(
                        Said.job("j1", "active"),
                        new JobCommands(origin("c2", null), List.of("c0", "c1"), 1, false),
                        2,
                        T1,
                        new JobFollowing.Ended(T2, null)));
    }

    /** Calls stand with their commands; where a project brought its own, they must not be dropped unseen. */
    @Test
    void a_project_with_calls_of_its_own_is_refused() {
        String project = new String(Format.of(Project.class).write(Project.fresh("acme")), StandardCharsets.UTF_8);

        assertThatThrownBy(() -> read(Project.class, project.replace("\"hold\"", "\"calls\":{},\"hold\"")))
                .isInstanceOf(Format.MalformedRecordException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3{}", "5{}"})
    void state_of_another_format_is_refused(String stored) {
        for (Class<?> type : List.of(Project.class, QueuedCommand.class, Job.class, Remembered.class)) {
            assertThatThrownBy(() -> read(type, stored)).isInstanceOf(Format.UnknownFormatException.class);
        }
    }

    private static Origin origin(String commandId, @Nullable Map<String, String> metadata) {
        return new Origin(commandId, metadata, null, null, "default", null, null);
    }

    private static <T> void isReadAndWrittenAsEver(String quoted, Class<T> type, T value) {
        assertThat(read(type, quoted)).isEqualTo(value);
        assertThat(new String(Format.of(type).write(value), StandardCharsets.UTF_8))
                .isEqualTo(quoted.replace('\'', '"'));
    }

    private static <T> T read(Class<T> type, String quoted) {
        return Format.of(type).read(quoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
