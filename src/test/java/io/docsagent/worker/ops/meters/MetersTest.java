package io.docsagent.worker.ops.meters;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.POLICY;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static io.docsagent.worker.ops.projects.FakeProjects.limitedTo;
import static io.docsagent.worker.ops.projects.FakeProjects.notBefore;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.gateway.GatewayObserver.CallKind;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.Refusal;
import io.docsagent.worker.ops.health.HealthTest;
import io.docsagent.worker.ops.health.KafkaContact;
import io.docsagent.worker.ops.projects.FakeProjects;
import io.docsagent.worker.ops.projects.ProjectsView;
import io.docsagent.worker.poller.PollCounts;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetersTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final PublisherLabels publishers = new PublisherLabels(Map.of("requests", "default", "chats", "chat"));
    private final FakeProjects projects = new FakeProjects();
    private Duration silence = Duration.ZERO;

    @Test
    void what_may_be_counted_is_there_at_zero_from_the_start() {
        all();

        assertThat(registry.scrape())
                .contains("docs_agent_commands_total{publisher=\"chat\",result=\"unknown\",type=\"message\"} 0.0")
                .contains("docs_agent_uses_total{priority=\"low\",project=\"other\",publisher=\"chat\",type=\"create\"}"
                        + " 0.0")
                .contains("docs_agent_unchanged_jobs_total{project=\"other\",publisher=\"chat\"} 0.0")
                .contains("docs_agent_wait_seconds_count{publisher=\"chat\",reason=\"budget\"} 0")
                .contains("docs_agent_events_total{type=\"job.completed\"} 0.0")
                .contains("docs_agent_decided_calls_total{operation=\"outcome_query\"} 0.0")
                .contains("docs_agent_ingress_commands_total{type=\"create\"} 0.0")
                .contains("docs_agent_dead_letters_total{publisher=\"chat\",reason=\"not_json\",topic=\"chats\"} 0.0")
                .contains("docs_agent_failed_inputs_total{topic=\"inputs\"} 0.0")
                .contains("docs_agent_lost_records_total{topic=\"chats\"} 0.0")
                .contains("docs_agent_lost_records_total{topic=\"operations\"} 0.0")
                .contains("docs_agent_lost_records_total{topic=\"inputs\"} 0.0")
                .contains("docs_agent_calls_seconds_count{answer=\"throttled\",operation=\"create\"} 0")
                .contains("docs_agent_lookups_seconds_count{answer=\"failed\"} 0")
                .contains("docs_agent_polls_seconds_count{result=\"changed\"} 0")
                .contains("docs_agent_poll_lag_seconds_bucket{le=\"1.0\"} 0")
                .contains("docs_agent_held_projects{reason=\"unauthorized\"} 0.0")
                .contains("docs_agent_forgotten_entries_total{kind=\"job\"} 0.0");
    }

    @Test
    void every_meter_says_what_it_means_and_in_what_unit() {
        all();

        assertThat(registry.getMeters()).isNotEmpty().allSatisfy(meter -> {
            Meter.Id id = meter.getId();
            assertThat(id.getName()).startsWith("docs.agent.");
            assertThat(id.getDescription()).as(id.getName()).isNotBlank();
            assertThat(id.getBaseUnit()).as(id.getName()).isNotBlank();
        });
    }

    @Test
    void commands_are_counted_by_type_and_result_and_by_publisher_as_configured() {
        List<Effect> counted = Stream.of("chat", "an-earlier-one", "another")
                .<Effect>map(name -> new Effect.Count(Effect.Count.Result.ACCEPTED, Command.Type.CREATE, name))
                .toList();
        var changes = new Decision.Changes(Map.of(), Map.of(), Map.of(), Map.of());
        new EngineMeters(registry, publishers, new ProjectLabels(List.of(), 2), Driven.TOPICS)
                .decided("docs", new Decision(changes, counted, Load.NONE, null));

        assertThat(registry.scrape())
                .contains("docs_agent_commands_total{publisher=\"chat\",result=\"accepted\",type=\"create\"} 1.0")
                .contains("docs_agent_commands_total{publisher=\"other\",result=\"accepted\",type=\"create\"} 2.0");
    }

    @Test
    void calls_are_timed_by_operation_and_answer() {
        new GatewayMeters(registry).answered(CallKind.MESSAGE, new Answer.Throttled(429, null), Duration.ofMillis(300));

        assertThat(registry.scrape())
                .contains("docs_agent_calls_seconds_count{answer=\"throttled\",operation=\"message\"} 1")
                .contains("docs_agent_calls_seconds_bucket{answer=\"throttled\",operation=\"message\",le=\"0.5\"} 1");
    }

    @Test
    void each_get_is_timed_once_by_its_answer_and_once_by_its_result() {
        var meters = new PollMeters(registry);
        meters.pollFinished("p", new JobLookup.Found(JobSnapshot.ofId("j")), Result.CHANGED, Duration.ofMillis(300));
        meters.pollFinished("p", new JobLookup.Missing(), Result.DROPPED, Duration.ofMillis(300));

        assertThat(registry.scrape())
                .contains("docs_agent_lookups_seconds_count{answer=\"found\"} 1")
                .contains("docs_agent_lookups_seconds_bucket{answer=\"found\",le=\"0.5\"} 1")
                .contains("docs_agent_lookups_seconds_count{answer=\"missing\"} 1")
                .contains("docs_agent_lookups_seconds_count{answer=\"refused\"} 0")
                .contains("docs_agent_polls_seconds_count{result=\"changed\"} 1")
                .contains("docs_agent_polls_seconds_count{result=\"dropped\"} 1");
    }

    @Test
    void dead_letters_are_counted_by_topic_and_its_publisher_where_it_has_one() {
        var ingress = new IngressMeters(registry, publishers, List.of("operations"));
        ingress.read(new Reading.Refused(Refusal.TOO_LARGE, "is too large", null), "chats");
        ingress.read(new Reading.Refused(Refusal.INVALID, "/by: is missing", null), "operations");

        assertThat(registry.scrape())
                .contains("docs_agent_dead_letters_total{publisher=\"chat\",reason=\"too_large\",topic=\"chats\"} 1.0")
                .contains(
                        "docs_agent_dead_letters_total{publisher=\"none\",reason=\"invalid\",topic=\"operations\"} 1.0")
                .contains("docs_agent_dead_letters_total{publisher=\"default\",reason=\"invalid\",topic=\"requests\"}"
                        + " 0.0");
    }

    @Test
    void commands_are_counted_by_type_and_what_operators_and_forges_write_is_read_too() {
        Command command = Asked.message("m1", "j").command();
        Stream.of(
                        new Reading.Accepted(new Input.CommandArrived(
                                command, Identity.ofCommandId("m1"), ContentHash.of(command), null)),
                        new Reading.Requested(new Input.OperationRequested(
                                new Operation("o1", "alice", null, "acme", new Operation.Hold(null)), null)),
                        new Reading.Reported(new Input.PullRequestSeen("acme", "link", PullRequestState.MERGED, NOW)),
                        new Reading.Refused(Refusal.EMPTY, "is empty", null))
                .forEach(reading -> {
                    var ingress = new IngressMeters(registry, publishers, List.of("operations"));
                    assertThat(ingress.lastRead().ago()).isNull();

                    ingress.read(reading, "requests");
                    assertThat(ingress.lastRead().ago()).as("%s", reading).isNotNull();
                });

        assertThat(registry.scrape())
                .contains("docs_agent_ingress_commands_total{type=\"message\"} 1.0")
                .contains("docs_agent_ingress_commands_total{type=\"create\"} 0.0");
    }

    @Test
    void records_deleted_before_they_were_read_are_counted_by_topic() {
        new EngineMeters(registry, publishers, new ProjectLabels(List.of(), 2), Driven.TOPICS).lost("chats", 12);

        assertThat(registry.scrape())
                .contains("docs_agent_lost_records_total{topic=\"chats\"} 12.0")
                .contains("docs_agent_lost_records_total{topic=\"requests\"} 0.0");
    }

    @Test
    void jobs_followed_are_shown() {
        new PollMeters(registry).countsFrom(() -> new PollCounts(7, 1, 2, 3));

        assertThat(registry.scrape())
                .contains("docs_agent_tracked_jobs 7.0")
                .contains("docs_agent_refused_projects 3.0");
    }

    @Test
    void projects_beyond_the_limit_share_a_label_but_not_a_quota() {
        queue("a", 1);
        queue("b", 2);
        queue("c", 3);
        queue("d", 4);
        refresh(2).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_queued_commands{project=\"d\"} 4.0")
                .contains("docs_agent_queue_oldest_age_seconds{project=\"c\"} 99.0")
                .contains("docs_agent_queued_commands{project=\"other\"} 3.0")
                .contains("docs_agent_quota_left_tokens{project=\"c\"} 2.0")
                .contains("docs_agent_quota_capacity_tokens{project=\"c\"} 2.0")
                .contains("docs_agent_projects 4.0")
                .doesNotContain("docs_agent_quota_left_tokens{project=\"other\"}")
                .doesNotContain("project=\"a\"");
    }

    @Test
    void a_label_moves_only_to_a_project_whose_queue_is_twice_as_long() {
        var refresh = refresh(1);
        queue("a", 3);
        refresh.refresh();
        queue("b", 6);
        refresh.refresh();
        assertThat(registry.scrape()).contains("docs_agent_queued_commands{project=\"a\"} 3.0");

        queue("b", 7);
        refresh.refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_queued_commands{project=\"b\"} 7.0")
                .doesNotContain("project=\"a\"");
    }

    @Test
    void a_project_that_the_settings_name_has_its_label_wherever_it_is() {
        var labels = new ProjectLabels(List.of("named", "elsewhere"), 1);
        queue("long", 9);
        projects.add("named", Hold.NONE, Quota.UNUSED, 0);
        List<Project> all = new ArrayList<>();
        projects.each(all::add);
        labels.choose(all);

        assertThat(labels.of("named")).isEqualTo("named");
        assertThat(labels.of("long")).isEqualTo("other");
    }

    @Test
    void projects_with_commands_waiting_are_counted_by_what_holds_them() {
        queue("a", 1);
        projects.add("b", held(Hold.Reason.UNREACHABLE), Quota.UNUSED, 0, create("b", 1, Priority.NORMAL));
        projects.add("c", held(Hold.Reason.UNREACHABLE), Quota.UNUSED, 0);
        projects.add("d", held(Hold.Reason.UNREACHABLE), Quota.UNUSED, 0, create("d", 1, Priority.NORMAL));
        projects.hold("d", new OperatorHold("alice", null, NOW, null));
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_waiting_projects{held=\"none\"} 1.0")
                .contains("docs_agent_waiting_projects{held=\"unreachable\"} 1.0")
                .contains("docs_agent_waiting_projects{held=\"operator\"} 1.0")
                .contains("docs_agent_held_projects{reason=\"unreachable\"} 3.0");
    }

    private void queue(String project, int commands) {
        projects.add(
                project,
                Hold.NONE,
                Quota.UNUSED,
                0,
                IntStream.rangeClosed(1, commands)
                        .mapToObj(i -> create(project, i, Priority.NORMAL))
                        .toArray(QueuedCommand[]::new));
    }

    @Test
    void an_operators_hold_is_shown_beside_the_services() {
        var closed = new Hold.Held(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, NOW.plusSeconds(30), 1, -1, "no");
        projects.add("a", closed, Quota.UNUSED, 0, create("a", 1, Priority.NORMAL));
        projects.hold("a", new OperatorHold("alice", null, NOW, null));
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_project_held_projects{project=\"a\",reason=\"throttled\"} 1.0")
                .contains("docs_agent_project_held_projects{project=\"a\",reason=\"operator\"} 1.0")
                .contains("docs_agent_held_projects{reason=\"operator\"} 1.0")
                .contains("docs_agent_queue_eta_seconds{project=\"a\"} NaN");
    }

    @Test
    void where_only_a_probe_can_show_when_calls_go_out_again_there_is_no_estimate() {
        projects.add("empty", held(Hold.Reason.UNAUTHORIZED), Quota.UNUSED, 0);
        projects.add("key", held(Hold.Reason.UNAUTHORIZED), Quota.UNUSED, 0, create("key", 1, Priority.NORMAL));
        projects.add("down", held(Hold.Reason.UNREACHABLE), Quota.UNUSED, 0, create("down", 1, Priority.NORMAL));
        projects.add("full", held(Hold.Reason.THROTTLED), Quota.UNUSED, 0, create("full", 1, Priority.NORMAL));
        projects.add("open", Hold.NONE, Quota.UNUSED, 0, create("open", 1, Priority.NORMAL));
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_queue_eta_seconds{project=\"empty\"} 0.0")
                .contains("docs_agent_queue_eta_seconds{project=\"key\"} NaN")
                .contains("docs_agent_queue_eta_seconds{project=\"down\"} NaN")
                .contains("docs_agent_queue_eta_seconds{project=\"full\"} NaN")
                .contains("docs_agent_queue_eta_seconds{project=\"open\"} 0.0")
                .contains("docs_agent_eta_unknown_projects 3.0");
    }

    @Test
    void what_is_not_due_does_not_age_and_is_part_of_the_estimate_alone() {
        Instant tomorrow = NOW.plus(Duration.ofDays(1));
        projects.add("later", Hold.NONE, Quota.UNUSED, 0, notBefore(tomorrow, create("later", 1, Priority.NORMAL)));
        projects.add(
                "mixed",
                Hold.NONE,
                Quota.UNUSED,
                0,
                notBefore(tomorrow, create("mixed", 1, Priority.NORMAL)),
                notBefore(NOW.minusSeconds(7), create("mixed", 2, Priority.NORMAL)),
                create("mixed", 60, Priority.NORMAL),
                create("mixed", 97, Priority.NORMAL));
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_queue_oldest_age_seconds{project=\"later\"} 0.0")
                .contains("docs_agent_queue_eta_seconds{project=\"later\"} 86400.0")
                .contains("docs_agent_queue_longest_wait_seconds{project=\"later\"} 0.0")
                .contains("docs_agent_queue_oldest_age_seconds{project=\"mixed\"} 40.0")
                .contains("docs_agent_queue_eta_seconds{project=\"mixed\"} 86400.0")
                .contains("docs_agent_queue_longest_wait_seconds{project=\"mixed\"} 3601.0");
    }

    @Test
    void the_age_is_asked_of_no_more_than_the_first_commands() {
        QueuedCommand[] queue = IntStream.range(0, 1_000)
                .mapToObj(i -> create("docs", i, Priority.NORMAL))
                .map(queued -> notBefore(NOW.plusSeconds(60), queued))
                .toArray(QueuedCommand[]::new);
        queue[999] = create("docs", 50, Priority.NORMAL);
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0, queue);

        refresh(9).refresh();

        assertThat(projects.queuedRead).isEqualTo(ProjectsView.MOST_READ);
        assertThat(registry.scrape()).contains("docs_agent_queue_oldest_age_seconds{project=\"docs\"} 0.0");
    }

    @Test
    void counts_keep_the_labels_that_they_began_with() {
        var labels = new ProjectLabels(List.of("named"), 2);

        assertThat(labels.lasting("other")).isEqualTo("other");
        assertThat(labels.lasting("first")).isEqualTo("first");
        assertThat(labels.lasting("second")).isEqualTo("other");
        assertThat(labels.lasting("named")).isEqualTo("named");
        assertThat(labels.lasting("first")).isEqualTo("first");
    }

    @Test
    void of_projects_that_share_a_label_the_longest_known_estimate_is_shown() {
        projects.add("key", held(Hold.Reason.UNAUTHORIZED), Quota.UNUSED, 0, create("key", 1, Priority.NORMAL));
        queue("long", 3);
        queue("short", 1);
        refresh(0).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_queue_eta_seconds{project=\"other\"} 3601.0")
                .contains("docs_agent_eta_unknown_projects 1.0");
    }

    @Test
    void of_projects_that_share_a_label_the_most_429s_in_a_row_for_one_of_them_are_shown() {
        var twice = new Hold.Held(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, NOW.plusSeconds(30), 2, -1, "no");
        var thrice = new Hold.Probing(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, 3, -1, "no");
        projects.add("a", twice, Quota.UNUSED, 0);
        projects.add("b", thrice, Quota.UNUSED, 0);
        projects.add("c", held(Hold.Reason.UNAUTHORIZED), Quota.UNUSED, 0);
        refresh(0).refresh();
        assertThat(registry.scrape()).contains("docs_agent_throttled_streak_answers{project=\"other\"} 3.0");

        refresh(9).refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_throttled_streak_answers{project=\"a\"} 2.0")
                .contains("docs_agent_throttled_streak_answers{project=\"c\"} 0.0");
    }

    @Test
    void while_kafka_does_not_answer_there_is_no_estimate() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 0, create("a", 1, Priority.NORMAL));
        projects.add("b", Hold.NONE, Quota.UNUSED, 0);
        silence = Duration.ofSeconds(31);
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_queue_eta_seconds{project=\"a\"} NaN")
                .contains("docs_agent_queue_eta_seconds{project=\"b\"} 0.0")
                .contains("docs_agent_eta_unknown_projects 1.0");
    }

    private static Hold.Held held(Hold.Reason reason) {
        return new Hold.Held(reason, 1, Duration.ZERO, NOW, NOW.plusSeconds(30), 1, -1, "no");
    }

    @Test
    void a_held_project_is_shown_with_its_reason_until_it_is_open() {
        var closed = new Hold.Held(Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, NOW.plusSeconds(30), 1, -1, "no");
        var refresh = refresh(9);
        projects.add("a", closed, Quota.UNUSED, 0);
        refresh.refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_project_held_projects{project=\"a\",reason=\"throttled\"} 1.0")
                .contains("docs_agent_held_projects{reason=\"throttled\"} 1.0");

        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        refresh.refresh();
        assertThat(registry.scrape()).doesNotContain("docs_agent_project_held_projects{project=\"a\"");
    }

    @Test
    void projects_in_which_a_publisher_has_spent_its_budget_are_counted() {
        var policy = Limits.standard()
                .capacity(2)
                .sharing(Map.of("nightly", new Share(1, 1), "chat", new Share(2, null)))
                .policy();
        var spent = new Quota(0, Uses.of(List.of(new Use(NOW, "nightly"))), Map.of());
        var refresh = refresh(9, policy);
        projects.add("a", Hold.NONE, spent, 0);
        projects.add("b", Hold.NONE, Quota.UNUSED, 0);
        refresh.refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_budget_spent_projects{publisher=\"nightly\"} 1.0")
                .doesNotContain("docs_agent_budget_spent_projects{publisher=\"chat\"}");

        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        refresh.refresh();
        assertThat(registry.scrape()).contains("docs_agent_budget_spent_projects{publisher=\"nightly\"} 0.0");
    }

    @Test
    void without_pull_requests_and_without_limits_their_gauges_are_at_zero() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 0, create("a", 1, Priority.NORMAL));
        refresh(9).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_open_pull_requests{project=\"a\"} 0.0")
                .contains("docs_agent_pull_request_limit_reached_projects{project=\"a\"} 0.0");
    }

    @Test
    void open_pull_requests_and_whether_commands_wait_for_them_are_shown_until_one_is_reported_as_merged() {
        var refresh = refresh(9, limitedTo(JobLimit.NONE, new JobLimit(2, Map.of())));
        projects.add("a", Hold.NONE, Quota.UNUSED, 0, create("a", 1, Priority.NORMAL));
        projects.count("a", Map.of(), Map.of("default", 1, "chat", 1));
        refresh.refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_open_pull_requests{project=\"a\"} 2.0")
                .contains("docs_agent_pull_request_limit_reached_projects{project=\"a\"} 1.0");

        projects.count("a", Map.of(), Map.of("chat", 1));
        refresh.refresh();
        assertThat(registry.scrape())
                .contains("docs_agent_open_pull_requests{project=\"a\"} 1.0")
                .contains("docs_agent_pull_request_limit_reached_projects{project=\"a\"} 0.0");
    }

    @Test
    void a_limit_of_pull_requests_that_keeps_nothing_waiting_is_not_shown_as_reached() {
        projects.add("a", Hold.NONE, Quota.UNUSED, 1, create("a", 1, Priority.NORMAL));
        projects.count("a", Map.of(), Map.of("default", 2));
        refresh(9, limitedTo(JobLimit.NONE, new JobLimit(2, Map.of()))).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_open_pull_requests{project=\"a\"} 2.0")
                .contains("docs_agent_pull_request_limit_reached_projects{project=\"a\"} 0.0");
    }

    @Test
    void of_projects_that_share_a_label_the_sum_of_pull_requests_and_of_reached_limits_is_shown() {
        var ofChat = new JobLimit(null, Map.of("chat", 1));
        for (String project : List.of("a", "b", "c")) {
            projects.add(project, Hold.NONE, Quota.UNUSED, 0, create(project, 1, Priority.NORMAL));
        }
        projects.count("a", Map.of(), Map.of("chat", 1));
        projects.count("b", Map.of(), Map.of("default", 3));
        projects.count("c", Map.of(), Map.of("default", 1, "chat", 2));
        refresh(0, limitedTo(JobLimit.NONE, ofChat)).refresh();

        assertThat(registry.scrape())
                .contains("docs_agent_open_pull_requests{project=\"other\"} 7.0")
                .contains("docs_agent_pull_request_limit_reached_projects{project=\"other\"} 2.0");
    }

    @Test
    void reports_of_pull_requests_that_no_job_has_are_counted() {
        var meters = new EngineMeters(registry, publishers, new ProjectLabels(List.of(), 2), Driven.TOPICS);
        assertThat(registry.scrape()).contains("docs_agent_unknown_pull_requests_total 0.0");

        var unknown = new Effect.Count(Effect.Count.Result.PULL_REQUEST_UNKNOWN, null, null);
        meters.decided("docs", new Decision(Decision.NOTHING.changes(), List.of(unknown), Load.NONE, null));
        assertThat(registry.scrape()).contains("docs_agent_unknown_pull_requests_total 1.0");
    }

    @Test
    void a_project_that_moved_to_another_replica_is_not_shown_any_more() {
        var refresh = refresh(9);
        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        refresh.refresh();
        projects.remove("a");
        refresh.refresh();

        assertThat(registry.scrape()).doesNotContain("project=\"a\"");
    }

    @Test
    void what_no_dashboard_uses_is_left_out() {
        registry.config().meterFilter(new MeterSelection(List.of()));
        registry.counter("kafka.consumer.fetch.manager.bytes.consumed.total").increment();
        registry.counter("kafka.producer.record.error.total").increment();
        registry.counter("spring.kafka.listener").increment();

        assertThat(registry.scrape())
                .contains("kafka_producer_record_error_total")
                .doesNotContain("bytes_consumed", "spring_kafka");
    }

    @Test
    void a_topic_that_kafka_measures_under_two_names_is_shown_under_its_own() {
        registry.config()
                .meterFilter(new MeterSelection(
                        List.of("prod.requests", "a.b_c", "a_b_c", "team_a", "prod.w-jobs-changelog")));
        Stream.of(
                        "prod.requests",
                        "prod_requests",
                        "a.b_c",
                        "a_b_c",
                        "team_a",
                        "prod.w-jobs-changelog",
                        "prod_w-jobs-changelog")
                .forEach(topic ->
                        registry.gauge("kafka.consumer.fetch.manager.records.lag", Tags.of("topic", topic), 1));

        assertThat(Pattern.compile("topic=\"([^\"]+)\"")
                        .matcher(registry.scrape())
                        .results()
                        .map(found -> found.group(1)))
                .containsExactlyInAnyOrder("prod.requests", "a.b_c", "a_b_c", "team_a", "prod.w-jobs-changelog");
    }

    private ProjectRefresh refresh(int most) {
        return refresh(most, POLICY);
    }

    private ProjectRefresh refresh(int most, Policy policy) {
        var kafka = new KafkaContact(
                () -> Duration.ZERO,
                HealthTest.gateway(true, null, silence),
                HealthTest.TOPICS,
                new DeniedRights(System::nanoTime),
                Duration.ofSeconds(30),
                () -> NOW);
        return new ProjectRefresh(
                projects,
                id -> policy,
                new ProjectLabels(List.of(), most),
                new ProjectMeters(registry),
                kafka,
                () -> NOW);
    }

    private void all() {
        new EngineMeters(registry, publishers, new ProjectLabels(List.of(), 2), Driven.TOPICS).restored(0);
        new IngressMeters(registry, publishers, List.of("operations"))
                .read(new Reading.Refused(Refusal.EMPTY, "is empty", null), "requests");
        new GatewayMeters(registry).appendFailed();
        new PollMeters(registry).countsFrom(() -> new PollCounts(0, 0, 0, 0));
        projects.add("a", Hold.NONE, Quota.UNUSED, 0);
        refresh(1).refresh();
    }
}
