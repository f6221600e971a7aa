package io.docsagent.worker.sandbox.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.sandbox.agent.AgentReport;
import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.agent.DocsWriter;
import io.docsagent.worker.sandbox.git.CommitChanges;
import io.docsagent.worker.sandbox.git.CommitInfo;
import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.work.JobRecord.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRunnerTest {

    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path folder;

    private volatile Instant now = Instant.parse("2026-03-02T12:00:00Z");
    private final CountDownLatch gate = new CountDownLatch(1);
    private Repositories repositories;
    private JobRunner runner;

    @BeforeEach
    void open() {
        start(new WorkLimits(2, Duration.ofMinutes(1), 100_000, 3, 2, DAY));
    }

    private void start(WorkLimits limits) {
        repositories = new Repositories(folder.resolve("projects"), new Repositories.Origins(null, Map.of()));
        runner = new JobRunner(folder, repositories, this::edit, limits, () -> now);
    }

    @AfterEach
    void close() {
        runner.close();
    }

    /** The writer, and some prompts for these tests. */
    private AgentReport edit(DocsAgent.Task task) throws InterruptedException {
        try {
            switch (task.prompt()) {
                case "nothing" -> {
                    return AgentReport.done("All is well");
                }
                case "fail" -> {
                    return AgentReport.failed("It is too hard", "tried");
                }
                case "throw" -> throw new IllegalStateException("A bug");
                case "wait" -> gate.await();
                case "wait and change" -> {
                    gate.await();
                    Files.writeString(task.tree().resolve("docs/index.md"), task.prompt());
                }
                case "large" -> Files.writeString(task.tree().resolve("large.md"), "x".repeat(100_001));
                case "mine", "theirs" -> Files.writeString(task.tree().resolve("docs/index.md"), task.prompt());
                default -> {
                    return new DocsWriter().edit(task);
                }
            }
            return AgentReport.done("");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void a_prompt_becomes_a_branch_a_commit_and_a_pull_request() {
        JobRecord job = ended(runner.create("docs", "Add a page about rate limits"));

        assertThat(job.status()).isEqualTo(Status.COMPLETED);
        PullRequest pull = Objects.requireNonNull(job.pull());
        assertThat(pull.number()).isEqualTo(1);
        assertThat(pull.title()).isEqualTo("Add a page about rate limits");
        PullRequests.View view = view(1);
        assertThat(view.repository().head("agent/" + job.id())).isEqualTo(pull.head());
        List<CommitInfo> commits = view.repository().commits(view.base(), pull.head(), 10);
        assertThat(commits).hasSize(1);
        assertThat(commits.getFirst().message()).contains("Add a page about rate limits", "Job: " + job.id());
        assertThat(view.repository().changes(view.base(), pull.head()).files())
                .extracting(CommitChanges.FileChange::path)
                .containsExactly("docs.json", "docs/guides/rate-limits.md");
        assertThat(folder.resolve("work")).isEmptyDirectory();
    }

    @Test
    void messages_queue_while_a_job_is_active() {
        JobRecord job = runner.create("docs", "wait");
        runner.message("docs", job.id(), "Add a page about one");
        runner.message("docs", job.id(), "Add a page about two");
        assertThat(find(job).status()).isEqualTo(Status.ACTIVE);

        gate.countDown();

        assertThat(ended(job).turns())
                .extracting(JobTurn::state)
                .containsExactly(JobTurn.State.DONE, JobTurn.State.DONE, JobTurn.State.DONE);
        PullRequests.View view = view(1);
        assertThat(view.repository().commits(view.base(), view.pull().head(), 10))
                .hasSize(2);
    }

    @Test
    void a_job_that_cannot_be_stored_continues_later() throws Exception {
        runner.close();
        start(new WorkLimits(1, Duration.ofMinutes(1), 100_000, 3, 2, DAY));
        JobRecord job = runner.create("docs", "wait and change");
        Awaitility.await().until(() -> find(job).turns().getFirst().state() == JobTurn.State.RUNNING);
        Path obstacle = Files.createDirectory(folder.resolve("projects/docs/jobs/" + job.id() + ".draft"));
        gate.countDown();
        // One at a time: when the other job has ended, this one could not be stored.
        ended(runner.create("other", "nothing"));
        assertThat(find(job).isActive()).isTrue();

        runner.sweep();
        ended(runner.create("other", "nothing"));
        Files.delete(obstacle);
        runner.sweep();

        assertThat(ended(job).status()).isEqualTo(Status.COMPLETED);
        assertThat(Objects.requireNonNull(ended(job).pull()).number()).isEqualTo(1);
    }

    @Test
    void jobs_that_cannot_be_stored_prevent_neither_the_end_nor_the_next_start() throws Exception {
        JobRecord job = runner.create("docs", "wait");
        JobRecord other = runner.create("docs", "wait");
        Awaitility.await().until(() -> find(other).turns().getFirst().state() == JobTurn.State.RUNNING);
        Path obstacle = Files.createDirectory(folder.resolve("projects/docs/jobs/" + job.id() + ".draft"));
        runner.close();
        start(new WorkLimits(2, Duration.ofMinutes(1), 100_000, 3, 2, DAY));

        assertThat(find(job).isActive()).isTrue();
        assertThat(find(other).status()).isEqualTo(Status.FAILED);
        Files.delete(obstacle);
        runner.sweep();

        assertThat(ended(job).status()).isEqualTo(Status.FAILED);
    }

    @Test
    void of_a_long_prompt_only_its_start_is_kept_after_its_turn() {
        JobRecord job = ended(runner.create("docs", "x".repeat(500_000)));

        assertThat(job.turns().getFirst().prompt()).hasSize(20_001);
        assertThat(view(1).repository()
                        .commits(view(1).base(), view(1).pull().head(), 1)
                        .getFirst()
                        .message())
                .contains("x".repeat(500_000));
    }

    @Test
    void the_page_that_the_job_changed_last_is_the_one_to_change() {
        JobRecord job = ended(runner.create("docs", "Document the endpoint GET /v1/exports"));
        runner.message("docs", job.id(), "Add a page about webhook retries");
        ended(job);
        runner.message("docs", job.id(), "Add an example with curl");
        ended(job);

        assertThat(view(1).repository()
                        .changes(view(1).base(), view(1).pull().head())
                        .files())
                .filteredOn(file -> String.valueOf(file.text()).contains("## Example: curl"))
                .extracting(CommitChanges.FileChange::path)
                .containsExactly("docs/guides/webhook-retries.md");
    }

    @Test
    void a_slow_clone_does_not_delay_other_projects() throws Exception {
        Path own = folder.resolve("own");
        int port = Ports.free();
        String origin = "http://127.0.0.1:" + port + "/docs.git";
        // The hash codes of these ids are the same, and so is their place in a hash table.
        Repositories slow =
                new Repositories(own.resolve("projects"), new Repositories.Origins(null, Map.of("Aa", origin)));
        WorkLimits limits = new WorkLimits(2, Duration.ofMinutes(1), 100_000, 3, 9, DAY);
        // The server is closed first: otherwise the clone would connect once more, and wait.
        try (JobRunner cloning = new JobRunner(own, slow, this::edit, limits, () -> now);
                ServerSocket silent = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            JobRecord waiting = cloning.create("Aa", "nothing");
            try (Socket unanswered = silent.accept()) {
                JobRecord job = cloning.create("BB", "nothing");
                Awaitility.await()
                        .until(() -> !Objects.requireNonNull(cloning.find("BB", job.id()))
                                .isActive());
                assertThat(Objects.requireNonNull(cloning.find("Aa", waiting.id()))
                                .isActive())
                        .isTrue();
                assertThat(unanswered.isClosed()).isFalse();
            }
        }
    }

    @Test
    void without_changes_there_is_no_pull_request() {
        JobRecord job = ended(runner.create("docs", "nothing"));

        assertThat(job.status()).isEqualTo(Status.COMPLETED);
        assertThat(job.pull()).isNull();
        assertThat(job.turns().getFirst().log()).isEqualTo("All is well");
    }

    @Test
    void a_failed_job_has_a_reason() {
        assertThat(failure("fail")).isEqualTo("It is too hard");
        assertThat(failure("throw")).isEqualTo("A bug");
        assertThat(failure("large")).contains("100001 bytes");
    }

    private @Nullable String failure(String prompt) {
        JobRecord job = ended(runner.create("docs", prompt));
        assertThat(job.status()).isEqualTo(Status.FAILED);
        assertThat(job.pull()).isNull();
        return job.turns().getLast().reason();
    }

    @Test
    void a_merge_moves_main() {
        JobRecord job = ended(runner.create("docs", "Add a page about rate limits"));
        runner.pulls().merge(view(1));

        ProjectRepository repository = repositories.of("docs");
        PullRequests.View merged = view(1);
        assertThat(merged.pull().state()).isEqualTo(PullRequest.State.MERGED);
        assertThat(repository.mergeBase(repository.mainHead(), merged.pull().head()))
                .isEqualTo(merged.pull().head());
        assertThat(repository.changes(merged.base(), merged.pull().head()).files())
                .hasSize(2);
        assertThatThrownBy(() -> runner.pulls().merge(view(1))).isInstanceOf(ActionRefusedException.class);

        runner.message("docs", job.id(), "Add a page about webhooks, again");
        assertThat(ended(job).pulls()).extracting(PullRequest::number).containsExactly(1, 2);
    }

    @Test
    void a_pull_request_with_conflicts_is_not_merged_and_its_follow_up_fails() {
        JobRecord mine = ended(runner.create("docs", "mine"));
        ended(runner.create("docs", "theirs"));
        runner.pulls().merge(view(2));

        assertThatThrownBy(() -> runner.pulls().merge(view(1)))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("docs/index.md");
        runner.message("docs", mine.id(), "Add a page about more");
        JobRecord failed = ended(mine);
        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.turns().getLast().reason())
                .isEqualTo("main has moved and conflicts with the job's branch in docs/index.md");
    }

    @Test
    void a_follow_up_merges_changes_of_main_into_the_branch() {
        JobRecord job = ended(runner.create("docs", "Add a page about one"));
        ended(runner.create("docs", "theirs"));
        runner.pulls().merge(view(2));

        runner.message("docs", job.id(), "Fix the typo One → First");
        ended(job);

        assertThat(view(1).repository()
                        .conflicts(
                                repositories.of("docs").mainHead(),
                                view(1).pull().head()))
                .isEmpty();
    }

    @Test
    void a_pull_request_can_be_closed_and_a_job_archived_by_hand_or_by_age() {
        JobRecord job = ended(runner.create("docs", "Add a page about rate limits"));
        runner.pulls().close(view(1));
        assertThat(view(1).pull().state()).isEqualTo(PullRequest.State.CLOSED);

        runner.archive("docs", job.id());
        assertThat(find(job).status()).isEqualTo(Status.ARCHIVED);
        assertThat(find(job).archivedAt()).isEqualTo(now);

        runner.message("docs", job.id(), "nothing");
        assertThat(ended(job).status()).isEqualTo(Status.COMPLETED);
        now = now.plus(DAY).minusSeconds(1);
        runner.sweep();
        assertThat(find(job).status()).isEqualTo(Status.COMPLETED);
        now = now.plusSeconds(1);
        runner.sweep();
        assertThat(find(job).status()).isEqualTo(Status.ARCHIVED);
    }

    @Test
    void beyond_the_limit_the_oldest_job_is_deleted_with_its_branch() {
        JobRecord first = ended(runner.create("docs", "Add a page about one"));
        now = now.plusSeconds(1);
        ended(runner.create("docs", "Add a page about two"));
        now = now.plusSeconds(1);
        ended(runner.create("docs", "Add a page about three"));

        runner.sweep();

        assertThat(runner.jobs("docs")).hasSize(2);
        assertThat(runner.find("docs", first.id())).isNull();
        assertThat(repositories.of("docs").head("agent/" + first.id())).isNull();

        now = now.plusSeconds(1);
        ended(runner.create("docs", "Add a page about four"));
        runner.sweep();

        assertThat(folder.resolve("projects/docs/repository.git/objects/pack"))
                .isDirectoryContaining("glob:**.pack")
                .satisfies(packs -> assertThat(packs.toFile().list((unused, name) -> name.endsWith(".pack")))
                        .hasSize(1));
    }

    @Test
    void space_that_could_not_be_freed_is_freed_later() throws Exception {
        JobRecord first = ended(runner.create("docs", "Add a page about one"));
        for (String page : List.of("two", "three")) {
            now = now.plusSeconds(1);
            ended(runner.create("docs", "Add a page about " + page));
        }
        Path packs = folder.resolve("projects/docs/repository.git/objects/pack");
        Files.delete(packs);
        Files.createFile(packs);
        runner.sweep();
        assertThat(runner.find("docs", first.id())).isNull();

        Files.delete(packs);
        Files.createDirectory(packs);
        runner.sweep();

        assertThat(packs).isDirectoryContaining("glob:**.pack");
    }

    @Test
    void a_job_with_a_new_message_is_not_deleted() {
        JobStore store = new JobStore(new JobFiles(folder.resolve("other")));
        JobRecord active = store.add(JobRecord.created("1", "docs", "nothing", now));
        JobRecord idle = active.withTurn(JobTurn.State.WAITING, turn -> turn.ended(TurnResult.failed("It fails"), now));

        assertThat(store.removeIfIdle(idle)).isFalse();
        assertThat(store.find("docs", "1")).isEqualTo(active);

        store.change("1", unused -> idle);
        assertThat(store.removeIfIdle(active)).isTrue();
        assertThat(store.find("docs", "1")).isNull();
        assertThat(new JobStore(new JobFiles(folder.resolve("other"))).all()).isEmpty();
    }

    @Test
    void the_oldest_jobs_are_deleted_although_their_repository_cannot_be_opened() throws Exception {
        Path own = folder.resolve("own");
        Repositories none = new Repositories(
                own.resolve("projects"), new Repositories.Origins(null, Map.of("lost", folder + "/nowhere")));
        Files.createDirectories(own.resolve("projects/broken"));
        Files.createFile(own.resolve("projects/broken/repository.git"));
        WorkLimits limits = new WorkLimits(1, Duration.ofMinutes(1), 100_000, 3, 1, DAY);
        try (JobRunner failing = new JobRunner(own, none, this::edit, limits, () -> now)) {
            for (String project : List.of("lost", "broken")) {
                failing.create(project, "nothing");
                failing.create(project, "nothing");
                Awaitility.await().until(() -> failing.jobs(project).stream().noneMatch(JobRecord::isActive));
            }

            failing.sweep();

            assertThat(failing.jobs("lost")).hasSize(1);
            assertThat(failing.jobs("broken")).hasSize(1);
        }
    }

    @Test
    void there_are_no_more_projects_than_allowed() {
        Stream.of("a", "b", "c").forEach(project -> ended(runner.create(project, "nothing")));

        assertThatThrownBy(() -> runner.create("d", "nothing")).isInstanceOf(ActionRefusedException.class);
        assertThat(ended(runner.create("a", "nothing")).status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void a_restart_keeps_jobs_and_pull_requests_and_fails_active_jobs() {
        JobRecord done = ended(runner.create("docs", "Add a page about rate limits"));
        JobRecord underWay = runner.create("docs", "wait");
        runner.message("docs", underWay.id(), "nothing");
        runner.close();
        start(new WorkLimits(2, Duration.ofMinutes(1), 100_000, 3, 9, DAY));

        assertThat(find(done)).isEqualTo(done);
        assertThat(find(underWay).status()).isEqualTo(Status.FAILED);
        assertThat(find(underWay).turns())
                .allSatisfy(turn -> assertThat(turn.reason()).contains("was stopped"));
        ended(runner.create("docs", "Add a page about more"));
        assertThat(view(2).pull().isOpen()).isTrue();
    }

    @Test
    void a_repository_can_be_cloned_and_a_failed_clone_fails_the_job() {
        ended(runner.create("docs", "nothing"));
        String origin = repositories.of("docs").url();
        Repositories clones = new Repositories(
                folder.resolve("clones"), new Repositories.Origins(origin, Map.of("lost", folder + "/nowhere")));
        WorkLimits limits = new WorkLimits(1, Duration.ofMinutes(1), 100_000, 3, 9, DAY);
        try (JobRunner cloning = new JobRunner(folder.resolve("other"), clones, this::edit, limits, () -> now)) {
            JobRecord job = cloning.create("copy", "Add a page about rate limits");
            Awaitility.await()
                    .until(() -> !Objects.requireNonNull(cloning.find("copy", job.id()))
                            .isActive());
            assertThat(Objects.requireNonNull(cloning.find("copy", job.id())).pull())
                    .isNotNull();
            assertThat(clones.of("copy")
                            .mergeBase(
                                    clones.of("copy").mainHead(),
                                    repositories.of("docs").mainHead()))
                    .isEqualTo(repositories.of("docs").mainHead());

            JobRecord lost = cloning.create("lost", "nothing");
            Awaitility.await()
                    .until(() -> !Objects.requireNonNull(cloning.find("lost", lost.id()))
                            .isActive());
            assertThat(Objects.requireNonNull(cloning.find("lost", lost.id()))
                            .turns()
                            .getFirst()
                            .reason())
                    .contains("cannot be cloned");
        }
    }

    private PullRequests.View view(int number) {
        return Objects.requireNonNull(runner.pulls().find("docs", number));
    }

    private JobRecord find(JobRecord job) {
        return Objects.requireNonNull(runner.find(job.projectId(), job.id()));
    }

    private JobRecord ended(JobRecord job) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !find(job).isActive());
        return find(job);
    }
}
