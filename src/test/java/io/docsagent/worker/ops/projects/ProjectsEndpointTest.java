package io.docsagent.worker.ops.projects;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.POLICY;
import static io.docsagent.worker.ops.projects.FakeProjects.by;
import static io.docsagent.worker.ops.projects.FakeProjects.called;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static io.docsagent.worker.ops.projects.FakeProjects.message;
import static io.docsagent.worker.ops.projects.FakeProjects.notBefore;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Return;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.PublisherUse;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import tools.jackson.databind.node.ObjectNode;

class ProjectsEndpointTest {

    /** A period and a margin before they come back, in one and in two minutes. */
    private static final Quota SPENT = new Quota(0, Uses.of(List.of(endingIn(60), endingIn(120))), Map.of());

    private static Use endingIn(int seconds) {
        return new Use(NOW.plusSeconds(seconds - 3_601), Publisher.DEFAULT);
    }

    private static final Estimates KAFKA_ANSWERS = new Estimates(() -> false);

    private final FakeProjects projects = new FakeProjects();
    private final ProjectsEndpoint endpoint =
            new ProjectsEndpoint(projects, id -> POLICY, alone(), KAFKA_ANSWERS, () -> NOW);

    private ProjectsEndpoint with(
            Function<String, OtherInstances.@Nullable Answer> answers, @Nullable List<OtherInstances.Answer> lists) {
        return new ProjectsEndpoint(
                projects, id -> POLICY, others("10.0.0.7:8081", answers, lists), KAFKA_ANSWERS, () -> NOW);
    }

    private static ProjectsEndpoint.Others alone() {
        return others(null, path -> null, null);
    }

    private static ProjectsEndpoint.Others others(
            @Nullable String self,
            Function<String, OtherInstances.@Nullable Answer> answers,
            @Nullable List<OtherInstances.Answer> lists) {
        return new ProjectsEndpoint.Others() {
            @Override
            public @Nullable String self() {
                return self;
            }

            @Override
            public OtherInstances.@Nullable Answer ask(String projectId, boolean remembered, String... path) {
                return answers.apply(String.join(" ", path));
            }

            @Override
            public @Nullable List<OtherInstances.Answer> lists(boolean withUnknown) {
                return lists;
            }
        };
    }

    @Test
    void a_project_shows_its_queue_its_quota_and_when_its_last_command_goes() {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.LOW), create("docs", 2, Priority.HIGH));

        var shown = endpoint.projects(null, null).projects().getFirst();

        assertThat(shown.queue()).isEqualTo(new ProjectSummary.QueueSummary(2, 1, 0, 1));
        assertThat(shown.quota())
                .isEqualTo(new ProjectSummary.QuotaSummary(
                        2,
                        0,
                        NOW.plusSeconds(60),
                        Duration.ofHours(1),
                        List.of(new Return(NOW.plusSeconds(60), 1), new Return(NOW.plusSeconds(120), 1))));
        assertThat(shown.lastLikelySentAt()).isEqualTo(NOW.plusSeconds(120));
        assertThat(shown.held()).isNull();
    }

    @Test
    void publishers_with_settings_show_what_they_have_used_and_who_waits_for_a_budget() {
        var policy = Limits.standard()
                .capacity(2)
                .sharing(Map.of("nightly", new Share(1, 2), "chat", new Share(1, null)))
                .policy();
        var used = new Quota(0, Uses.of(List.of(new Use(NOW, "nightly"))), Map.of());
        projects.add(
                "docs",
                Hold.NONE,
                used,
                1,
                by("nightly", create("docs", 1, Priority.LOW)),
                by("nightly", create("docs", 2, Priority.LOW)),
                create("docs", 3, Priority.LOW));

        var detail = requireNonNull(
                new ProjectsEndpoint(projects, id -> policy, alone(), KAFKA_ANSWERS, () -> NOW).detail("docs", false));

        assertThat(detail.project().publishers())
                .containsExactly(new PublisherUse("chat", 0, null), new PublisherUse("nightly", 2, 0L));
        assertThat(detail.commands())
                .extracting(CommandSummary::publisher, CommandSummary::waitsFor)
                .containsExactly(tuple("nightly", "none"), tuple("nightly", "budget"), tuple("default", "none"));
        assertThat(requireNonNull(endpoint.detail("docs", false)).project().publishers())
                .isEmpty();
    }

    @Test
    void there_is_no_estimate_where_nobody_can_tell_as_in_the_metrics() {
        var refused = new Hold.Held(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, NOW.plusSeconds(30), 1, -1, "no");
        projects.add("open", Hold.NONE, SPENT, 0, create("open", 1, Priority.NORMAL));
        projects.add("refused", refused, SPENT, 0, create("refused", 1, Priority.NORMAL));
        var whileKafkaIsAway =
                new ProjectsEndpoint(projects, id -> POLICY, alone(), new Estimates(() -> true), () -> NOW);

        assertThat(lastOf(endpoint, "open")).isEqualTo(NOW.plusSeconds(60));
        assertThat(lastOf(endpoint, "refused")).isNull();
        assertThat(lastOf(whileKafkaIsAway, "open")).isNull();
    }

    private static @Nullable Instant lastOf(ProjectsEndpoint asked, String project) {
        return requireNonNull(asked.detail(project, false)).project().lastLikelySentAt();
    }

    @Test
    void of_a_project_that_another_instance_owns_its_answer_is_given() {
        var owner = new HostInfo("10.0.0.7", 8081);
        var asked = new ArrayList<String>();
        var answering = with(
                path -> {
                    asked.add(path);
                    return new OtherInstances.Answer(owner, 404, Map.of("note", "no such command"));
                },
                null);

        assertThat(answering.project("docs", null, null).getBody()).isEqualTo(Map.of("note", "no such command"));
        assertThat(answering.command("docs", "commands", "c1", null).getStatus())
                .isEqualTo(404);
        assertThat(asked).containsExactly("docs", "docs commands c1");
        assertThat(noteOf(answering.project("docs", true, null))).contains("does not own");
        assertThat(asked)
                .as("an instance that is asked by another asks no further")
                .hasSize(2);
    }

    @Test
    void an_owner_that_does_not_answer_is_named() {
        var owner = new HostInfo("fd00::7", 8081);
        var silent = with(path -> new OtherInstances.Answer(owner, 0, null), null);

        assertThat(silent.project("docs", null, null).getStatus()).isEqualTo(503);
        assertThat(noteOf(silent.project("docs", null, null))).contains("ask it at [fd00::7]:8081");
    }

    @Test
    void the_longest_queues_of_all_instances_come_first_and_those_that_do_not_answer_are_named() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 0, create("a", 1, Priority.LOW));
        for (int i = 0; i < 99; i++) {
            projects.add("idle-" + i, Hold.NONE, Quota.UNUSED, 0);
        }
        var theirs = new FakeProjects();
        theirs.add("b", Hold.NONE, Quota.UNUSED, 0, create("b", 1, Priority.LOW), create("b", 2, Priority.LOW));
        var answer = JsonMappers.PUBLIC.valueToTree(new ProjectsEndpoint(
                        theirs, id -> POLICY, others("10.0.0.8:8081", path -> null, null), KAFKA_ANSWERS, () -> NOW)
                .projects(null, null));
        var all = with(
                        path -> null,
                        List.of(
                                new OtherInstances.Answer(new HostInfo("10.0.0.8", 8081), 200, answer),
                                new OtherInstances.Answer(new HostInfo("10.0.0.9", 8081), 0, null)))
                .projects(true, null);

        assertThat(all.projects())
                .hasSize(100)
                .extracting(ProjectSummary::projectId, ProjectSummary::owner)
                .startsWith(tuple("b", "10.0.0.8:8081"), tuple("a", "10.0.0.7:8081"));
        assertThat(all.total()).isEqualTo(101);
        assertThat(all.truncated()).isTrue();
        assertThat(all.unreachable()).containsExactly("10.0.0.9:8081");
    }

    @Test
    void unknown_outcomes_of_all_instances_are_listed_where_they_are_asked_for() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        projects.remember("a", List.of(), List.of(unknown("a", 1)));
        var theirs = new FakeProjects();
        theirs.add("b", Hold.NONE, Quota.UNUSED, 0);
        theirs.remember("b", List.of(), List.of(unknown("b", 2)));
        var answer = JsonMappers.PUBLIC.valueToTree(
                new ProjectsEndpoint(theirs, id -> POLICY, alone(), KAFKA_ANSWERS, () -> NOW).projects(null, true));
        var both = with(path -> null, List.of(new OtherInstances.Answer(new HostInfo("10.0.0.8", 8081), 200, answer)));

        var unknown = requireNonNull(both.projects(true, true).unknown());

        assertThat(unknown.total()).isEqualTo(2);
        assertThat(unknown.latest()).extracting(UnknownOutcome::projectId).containsExactly("b", "a");
        assertThat(both.projects(true, null).unknown()).isNull();
    }

    @Test
    void one_request_at_a_time_reads_all_that_is_remembered_and_others_say_that_it_is_missing() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0);
        projects.remember("docs", List.of(), List.of(unknown("docs", 1)));
        List<ProjectListing> lists = new ArrayList<>();
        List<ProjectsEndpoint.Detail> details = new ArrayList<>();
        projects.duringScan = () -> {
            lists.add(endpoint.projects(null, true));
            details.add(requireNonNull(endpoint.detail("docs", true)));
        };

        var first = endpoint.projects(null, true);

        assertThat(requireNonNull(first.unknown()).total()).isEqualTo(1);
        assertThat(first.unread()).isEmpty();
        assertThat(lists).singleElement().satisfies(second -> {
            assertThat(second.projects()).hasSize(1);
            assertThat(second.unknown()).isNull();
            assertThat(second.unread()).containsExactly("this instance");
        });
        assertThat(details).singleElement().satisfies(second -> {
            assertThat(second.jobs()).isNull();
            assertThat(second.unknown()).isNull();
            assertThat(second.note()).contains("another request is reading them");
        });
        projects.duringScan = () -> {};
        assertThat(endpoint.projects(null, true).unknown()).isEqualTo(first.unknown());
    }

    @Test
    void an_instance_that_lists_no_unknown_outcomes_is_named_and_those_of_the_others_are_shown() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        var theirs = new FakeProjects();
        theirs.add("b", Hold.NONE, Quota.UNUSED, 0);
        theirs.remember("b", List.of(), List.of(unknown("b", 2)));
        var asked = new ProjectsEndpoint(theirs, id -> POLICY, alone(), KAFKA_ANSWERS, () -> NOW);
        var answers =
                List.of(answer("10.0.0.8", asked.projects(null, null)), answer("10.0.0.9", asked.projects(null, true)));
        List<ProjectListing> second = new ArrayList<>();
        var all = with(path -> null, answers);
        projects.remember("a", List.of(), List.of(unknown("a", 1)));
        projects.duringScan = () -> second.add(all.projects(true, true));

        assertThat(all.projects(true, true).unread()).containsExactly("10.0.0.8:8081");
        assertThat(second).singleElement().satisfies(listing -> {
            assertThat(requireNonNull(listing.unknown()).latest())
                    .extracting(UnknownOutcome::projectId)
                    .containsExactly("b");
            assertThat(listing.unread()).containsExactly("10.0.0.7:8081", "10.0.0.8:8081");
        });
        assertThat(all.projects(true, null).unread()).isEmpty();
        assertThat(all.projects(true, null).allInstances()).isTrue();
        assertThat(all.projects(null, null).allInstances()).isFalse();
    }

    @Test
    void for_a_client_that_has_left_no_other_instance_is_asked() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0);
        projects.duringScan = () -> Thread.currentThread().interrupt();

        var listing = with(path -> null, List.of()).projects(true, true);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(listing.note()).contains("Only this instance's projects");
    }

    private static OtherInstances.Answer answer(String host, ProjectListing listing) {
        return new OtherInstances.Answer(new HostInfo(host, 8081), 200, JsonMappers.PUBLIC.valueToTree(listing));
    }

    @Test
    void with_unknown_outcomes_held_projects_come_before_longer_queues() {
        for (int i = 0; i < 101; i++) {
            projects.add("busy-" + i, Hold.NONE, Quota.UNUSED, 0, create("busy-" + i, 1, Priority.LOW));
        }
        projects.add("own", Hold.NONE, Quota.UNUSED, 0);
        projects.hold("own", new OperatorHold("anna", null, NOW, null));
        projects.hold("busy-7", new OperatorHold("anna", null, NOW, null, "hold of all"));
        var theirs = new FakeProjects();
        theirs.add(
                "their",
                new Hold.Held(Hold.Reason.UNAUTHORIZED, 1, Duration.ZERO, NOW, NOW.plusSeconds(5), 1, -1, "Bad key"),
                Quota.UNUSED,
                0);
        var asked = new ProjectsEndpoint(theirs, id -> POLICY, alone(), KAFKA_ANSWERS, () -> NOW);
        var all = with(path -> null, List.of(answer("10.0.0.8", asked.projects(null, true))));

        assertThat(all.projects(true, true).projects())
                .hasSize(100)
                .extracting(ProjectSummary::projectId)
                .startsWith("own", "their", "busy-0");
        assertThat(all.projects(null, true).note()).contains("held ones first");
        assertThat(all.projects(true, null).projects())
                .extracting(ProjectSummary::projectId)
                .doesNotContain("own", "their");
    }

    /** A field that it does not know yet must not make all of its projects disappear. */
    @Test
    void an_instance_of_an_earlier_version_is_shown() {
        projects.add("docs", Hold.NONE, SPENT, 0);
        ObjectNode json = JsonMappers.PUBLIC.valueToTree(endpoint.projects(null, null));
        ObjectNode project = (ObjectNode) json.withArray("projects").get(0);
        json.remove("allInstances");
        project.remove("activeJobs");
        project.withObject("quota").remove(List.of("returns", "period"));
        var all = with(path -> null, List.of(new OtherInstances.Answer(new HostInfo("10.0.0.8", 8081), 200, json)));
        projects.remove("docs");

        assertThat(all.projects(true, null).unreachable()).isEmpty();
        assertThat(all.projects(true, null).projects()).singleElement().satisfies(shown -> {
            assertThat(shown.activeJobs()).isNull();
            assertThat(shown.quota().returns()).isNull();
            assertThat(shown.quota().period()).isNull();
        });
    }

    private static EndedCommand unknown(String projectId, long sequence) {
        var reason = new StatusEvent.Reason("timeout", "No answer.", null);
        return EndedCommand.of(
                create(projectId, sequence, Priority.NORMAL), new CommandOutcome.Unknown(reason, null, null, NOW), NOW);
    }

    @Test
    void an_instance_that_knows_no_others_says_why_it_lists_its_own_only() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0);

        var listing = endpoint.projects(true, null);

        assertThat(listing.projects()).hasSize(1);
        assertThat(listing.note()).contains("Only this instance's projects", "application.server");
    }

    @Test
    void a_held_project_says_why_and_until_when() {
        var closed =
                new Hold.Held(Hold.Reason.UNAUTHORIZED, 1, Duration.ZERO, NOW, NOW.plusSeconds(5), 1, -1, "Bad key");
        projects.add("docs", closed, Quota.UNUSED, 0, create("docs", 1, Priority.NORMAL));

        var detail = requireNonNull(endpoint.detail("docs", false));

        assertThat(detail.project().held())
                .isEqualTo(new HoldView("unauthorized", "Bad key", NOW, NOW.plusSeconds(5), false));
        assertThat(detail.commands())
                .extracting(CommandSummary::waitsFor, CommandSummary::waitsUntil)
                .containsExactly(tuple("unauthorized", NOW.plusSeconds(5)));
    }

    @Test
    void a_project_that_an_operator_holds_says_by_whom_why_and_until_when() {
        var hold = new OperatorHold("alice", "we move", NOW, NOW.plusSeconds(600));
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0, create("docs", 1, Priority.NORMAL));
        projects.hold("docs", hold);

        var detail = requireNonNull(endpoint.detail("docs", false));

        assertThat(detail.project().heldByOperator()).isEqualTo(hold);
        assertThat(detail.project().lastLikelySentAt()).isEqualTo(hold.until());
        assertThat(detail.commands())
                .extracting(CommandSummary::waitsFor, CommandSummary::waitsUntil)
                .containsExactly(tuple("operator", hold.until()));
    }

    @Test
    void after_an_operators_hold_the_uses_are_those_of_that_time() {
        var queue = new QueuedCommand[] {
            create("docs", 1, Priority.NORMAL), create("docs", 2, Priority.NORMAL), create("docs", 3, Priority.NORMAL)
        };
        projects.add("docs", Hold.NONE, SPENT, 0, queue);
        projects.hold("docs", new OperatorHold("alice", null, NOW, NOW.plus(Duration.ofDays(1))));
        assertThat(lastOf(endpoint, "docs"))
                .as("two at once, and the third when the first one's use is back")
                .isEqualTo(NOW.plus(Duration.ofDays(1)).plusSeconds(3_601));

        projects.hold("docs", new OperatorHold("alice", null, NOW, null));
        assertThat(lastOf(endpoint, "docs")).isNull();
    }

    @Test
    void the_last_command_is_sent_once_it_and_those_that_are_due_with_it_have_a_use() {
        Instant night = NOW.plus(Duration.ofHours(12));
        projects.add(
                "docs",
                Hold.NONE,
                Quota.UNUSED,
                0,
                notBefore(night, create("docs", 1, Priority.NORMAL)),
                notBefore(night, create("docs", 2, Priority.NORMAL)));
        assertThat(lastOf(endpoint, "docs")).isEqualTo(night);

        projects.add(
                "docs",
                Hold.NONE,
                SPENT,
                0,
                create("docs", 1, Priority.NORMAL),
                notBefore(night, create("docs", 2, Priority.NORMAL)),
                notBefore(night, create("docs", 3, Priority.NORMAL)),
                notBefore(night, create("docs", 4, Priority.NORMAL)));
        assertThat(lastOf(endpoint, "docs")).isEqualTo(night.plusSeconds(3_601));
    }

    @Test
    void the_next_use_is_allowed_when_nothing_holds_the_project_any_more() {
        Instant later = NOW.plusSeconds(90);
        var held = new Hold.Held(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, later, 1, -1, "no");
        projects.add("free", Hold.NONE, Quota.UNUSED, 0);
        projects.add("probed", held, SPENT, 0);
        projects.add("probing", held.probe(called(create("probing", 1, Priority.NORMAL)), later), Quota.UNUSED, 0);
        projects.add("operator", Hold.NONE, SPENT, 0);
        projects.hold("operator", new OperatorHold("alice", null, NOW, NOW.plusSeconds(30)));
        projects.add("endless", Hold.NONE, Quota.UNUSED, 0);
        projects.hold("endless", new OperatorHold("alice", null, NOW, null));

        assertThat(nextUse("free")).isEqualTo(NOW);
        assertThat(nextUse("probed")).isEqualTo(later);
        assertThat(nextUse("probing")).isNull();
        assertThat(nextUse("operator")).as("when a use returns").isEqualTo(NOW.plusSeconds(60));
        assertThat(nextUse("endless")).isNull();
    }

    private @Nullable Instant nextUse(String project) {
        return requireNonNull(endpoint.detail(project, false)).project().quota().nextTokenAt();
    }

    @Test
    void each_command_waits_for_a_use_of_its_own() {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.LOW), create("docs", 2, Priority.HIGH));

        assertThat(requireNonNull(endpoint.detail("docs", false)).commands())
                .extracting(CommandSummary::commandId, CommandSummary::waitsFor, CommandSummary::waitsUntil)
                .containsExactly(
                        tuple("command-2", "quota", NOW.plusSeconds(60)),
                        tuple("command-1", "quota", NOW.plusSeconds(120)));
    }

    @Test
    void jobs_that_are_followed_come_before_those_that_have_ended_and_the_last_seen_first() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0);
        projects.remember(
                "docs",
                List.of(
                        job("ended", 3, new JobFollowing.Ended(NOW, null)),
                        job("old", 1, new JobFollowing.Followed(NOW, NOW, Duration.ZERO, null)),
                        job("new", 2, new JobFollowing.Lingering(NOW, NOW, false))),
                List.of());

        assertThat(requireNonNull(endpoint.detail("docs", true)).jobs())
                .extracting(JobSummary::jobId, JobSummary::following)
                .containsExactly(tuple("new", "lingering"), tuple("old", "followed"), tuple("ended", "ended"));
    }

    private static Job job(String id, int seenAt, JobFollowing following) {
        return new Job(JobSnapshot.ofId(id), JobCommands.NONE, 1, NOW.plusSeconds(seenAt), following);
    }

    @Test
    void the_list_says_that_an_operator_holds_all_projects() {
        var hold = new OperatorHold("alice", "we move", NOW, null, "hold 1");
        assertThat(endpoint.projects(null, null).heldByOperator()).isNull();

        projects.holdAll(hold);

        assertThat(endpoint.projects(null, null).heldByOperator()).isEqualTo(hold);
    }

    @Test
    void promoted_commands_stand_before_all_priorities() {
        projects.add(
                "docs",
                Hold.NONE,
                Quota.UNUSED,
                0,
                create("docs", 1, Priority.HIGH),
                create("docs", 2, Priority.LOW).promoted(NOW));

        assertThat(requireNonNull(endpoint.detail("docs", false)).commands())
                .extracting(CommandSummary::commandId, CommandSummary::promotedAt)
                .containsExactly(tuple("command-2", NOW), tuple("command-1", null));
    }

    @Test
    void a_command_is_shown_as_its_record_or_the_answer_says_whom_to_ask() {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0, create("docs", 1, Priority.LOW));

        assertThat(endpoint.command("docs", "commands", "command-1", null).getBody())
                .isInstanceOfSatisfying(
                        CommandRecord.class,
                        record -> assertThat(record.state()).isEqualTo(CommandState.QUEUED));
        assertThat(noteOf(endpoint.command("docs", "commands", "command-2", null)))
                .contains("no known command command-2");
        assertThat(noteOf(endpoint.command("other", "commands", "command-1", null)))
                .contains("ask the other instances");
        assertThat(noteOf(endpoint.command("docs", "jobs", "command-1", null))).contains("path of a command is");
    }

    private static String noteOf(WebEndpointResponse<Object> response) {
        assertThat(response.getStatus()).isIn(404, 503);
        return ((ProjectsEndpoint.Missing) requireNonNull(response.getBody())).note();
    }

    @Test
    void commands_stand_in_the_order_of_priority_behind_those_in_flight() {
        projects.add(
                "docs",
                Hold.NONE,
                SPENT,
                1,
                create("docs", 1, Priority.LOW),
                create("docs", 2, Priority.LOW),
                create("docs", 3, Priority.HIGH));

        assertThat(requireNonNull(endpoint.detail("docs", false)).commands())
                .extracting(CommandSummary::commandId, CommandSummary::position, CommandSummary::state)
                .containsExactly(
                        tuple("command-1", null, "in_flight"),
                        tuple("command-3", 1, "waiting"),
                        tuple("command-2", 2, "waiting"));
    }

    @Test
    void a_message_waits_behind_the_call_of_its_job_and_another_job_for_nothing() {
        projects.add(
                "docs",
                Hold.NONE,
                Quota.UNUSED,
                1,
                message("docs", 1, "job-a"),
                message("docs", 2, "job-a"),
                message("docs", 3, "job-b"));

        assertThat(requireNonNull(endpoint.detail("docs", false)).commands())
                .extracting(CommandSummary::waitsFor)
                .containsExactly("none", "behind_job", "none");
    }

    @Test
    void more_than_a_hundred_are_cut_and_it_says_so() {
        for (int i = 0; i < 101; i++) {
            projects.add("p" + i, Hold.NONE, Quota.UNUSED, 0);
        }

        var listing = endpoint.projects(null, null);

        assertThat(listing.projects()).hasSize(100);
        assertThat(listing.truncated()).isTrue();
        assertThat(listing.total()).isEqualTo(101);
        assertThat(listing.note()).contains("100 at most");
    }

    @Test
    void neither_prompts_nor_metadata_are_shown() {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.NORMAL));

        String json = JsonMappers.PUBLIC.writeValueAsString(endpoint.projects(null, null))
                + JsonMappers.PUBLIC.writeValueAsString(endpoint.detail("docs", false));

        assertThat(json).contains("command-1").doesNotContain("secret", "prompt", "metadata", "ticket");
    }
}
