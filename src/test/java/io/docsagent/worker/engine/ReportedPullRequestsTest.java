package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A report of a pull request reaches the jobs that have it, whoever's they are. */
class ReportedPullRequestsTest {

    private static final String LINK = "https://example.com/pull/7";

    private static void accepted(Driven engine, String project, String job, String link) {
        engine.create(project, "c-" + job);
        GatewayRequest call = engine.requests().getFirst();
        engine.answer(call, new Answer.Accepted(201, new JobSnapshot(job, "active", link, null, null, null, null)));
        engine.events();
    }

    private static String report(String state, String second, String more) {
        return "{\"prLink\":\"%s\",\"state\":\"%s\",\"at\":\"2026-11-21T12:00:%sZ\"%s}"
                .formatted(LINK, state, second, more);
    }

    private static List<String> types(Driven engine) {
        return engine.events().stream()
                .map(event -> JsonMappers.PUBLIC.readTree(event.value()))
                .map(event -> event.get("type").asString() + " "
                        + event.get("projectId").asString())
                .sorted()
                .toList();
    }

    @Test
    void without_a_project_it_is_found_in_all() {
        try (Driven engine = new Driven()) {
            accepted(engine, "docs", "j1", LINK);
            accepted(engine, "site", "j2", LINK);
            accepted(engine, "other", "j3", "https://example.com/pull/8");

            engine.report(report("merged", "01", ""));

            assertThat(types(engine)).containsExactly("pull_request.merged docs", "pull_request.merged site");
        }
    }

    @Test
    void with_a_project_it_is_of_that_one() {
        try (Driven engine = new Driven()) {
            accepted(engine, "docs", "j1", LINK);
            accepted(engine, "site", "j2", LINK);

            engine.report(report("closed", "01", ",\"projectId\":\"site\""));

            assertThat(types(engine)).containsExactly("pull_request.closed site");
        }
    }

    @Test
    void jobs_that_came_after_the_first_report_are_found_and_changed_links_are_not() {
        try (Driven engine = new Driven()) {
            engine.report(report("merged", "01", ""));
            accepted(engine, "docs", "j1", LINK);
            engine.report(report("merged", "02", ""));
            assertThat(types(engine)).containsExactly("pull_request.merged docs");
            engine.publish(
                    "{\"type\":\"message\",\"projectId\":\"docs\",\"commandId\":\"m\",\"jobId\":\"j1\",\"prompt\":\"p\"}");
            GatewayRequest call = engine.requests().getFirst();
            engine.answer(
                    call,
                    new Answer.Accepted(
                            201,
                            new JobSnapshot("j1", "active", "https://example.com/pull/8", null, null, null, null)));
            engine.events();

            engine.report(report("closed", "03", ""));

            assertThat(types(engine)).isEmpty();
        }
    }

    @Test
    void one_that_no_job_has_leaves_nothing_behind() {
        try (Driven engine = new Driven()) {
            engine.report(report("merged", "01", ""));
            engine.report(report("merged", "01", ",\"projectId\":\"docs\""));

            assertThat(engine.events()).isEmpty();
            assertThat(engine.changelog(StoreNames.PROJECTS)).isEmpty();
            assertThat(engine.deadLetters()).isEmpty();
        }
    }
}
