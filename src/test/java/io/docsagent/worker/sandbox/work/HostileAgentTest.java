package io.docsagent.worker.sandbox.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.docsagent.worker.sandbox.agent.CommandAgent;
import io.docsagent.worker.sandbox.git.CommitChanges.FileChange;
import io.docsagent.worker.sandbox.git.CommitInfo;
import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.work.JobRecord.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that write more than edits to their work tree; each prompt is the shell script that the agent runs. */
@DisabledOnOs(OS.WINDOWS)
class HostileAgentTest {

    private static final long MAX_CHANGE = 100_000;

    @TempDir
    private Path folder;

    private JobRunner runner;

    @BeforeEach
    void open() {
        open(Duration.ofMinutes(1), MAX_CHANGE);
    }

    private void open(Duration timeLimit, long maxChange) {
        Path data = folder.resolve("data");
        Repositories repositories =
                new Repositories(data.resolve("projects"), new Repositories.Origins(null, Map.of()));
        CommandAgent agent = new CommandAgent(List.of("sh"), Map.of("OUTSIDE", folder.toString()));
        WorkLimits limits = new WorkLimits(2, timeLimit, maxChange, 3, 100, Duration.ofDays(1));
        runner = new JobRunner(data, repositories, agent, limits, InstantSource.system());
    }

    @AfterEach
    void close() {
        runner.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A filter for each file that is added.
                """
                mkdir -p .git && cat >> .git/config <<END
                [filter "x"]
                	clean = touch $OUTSIDE/ran; cat
                	smudge = touch $OUTSIDE/ran; cat
                END
                echo '* filter=x' > .gitattributes
                """,
                // A program that git asks which files have changed.
                """
                mkdir -p .git && cat >> .git/config <<END
                [core]
                	fsmonitor = touch $OUTSIDE/ran
                	hooksPath = $OUTSIDE/hooks
                END
                """,
                // Every hook there is.
                """
                mkdir -p .git/hooks
                for hook in pre-commit commit-msg prepare-commit-msg post-commit pre-push reference-transaction; do
                    printf '#!/bin/sh\\ntouch %s/ran\\n' "$OUTSIDE" > .git/hooks/$hook
                    chmod +x .git/hooks/$hook
                done
                """,
                // A submodule with a filter of its own.
                """
                mkdir -p docs/module/.git && printf 'ref: refs/heads/main\\n' > docs/module/.git/HEAD
                printf '[filter "x"]\\n\\tclean = touch %s/ran; cat\\n' "$OUTSIDE" > docs/module/.git/config
                echo '* filter=x' > docs/module/.gitattributes
                """
            })
    void git_configuration_that_it_writes_runs_nothing(String configure) {
        JobRecord job = run(configure + "echo '# New' > docs/new.md");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).contains("docs/new.md").noneMatch(path -> path.contains(".git/"));
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf .git; ln -s $OUTSIDE/other/.git .git",
                "rm -rf .git; echo \"gitdir: $OUTSIDE/other/.git\" > .git",
                "rm -rf .git; mkdir .git; echo $OUTSIDE/other/.git > .git/commondir; cp $OUTSIDE/other/.git/HEAD .git"
            })
    void a_linked_git_directory_is_not_followed(String replace) throws Exception {
        String prepare = """
                git init -q $OUTSIDE/other && cd $OUTSIDE/other && git config filter.x.clean 'touch ../ran; cat'
                git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m First && cd - >/dev/null
                """;
        JobRecord job = run(prepare + replace + "\necho '* filter=x' > .gitattributes; echo '# New' > docs/new.md");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).containsExactlyInAnyOrder(".gitattributes", "docs/new.md");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(folder.resolve("other/.git/logs/HEAD"))
                .as("commits there")
                .content()
                .hasLineCount(1);
    }

    @Test
    void its_own_commits_become_part_of_the_sandboxs_commit() {
        String commit = "git init -q; git add -A; git -c user.name=Eve -c user.email=eve@example.com commit -qm Mine";

        JobRecord small = run("echo '# New' > docs/new.md; " + commit);
        assertThat(small.status()).as(reason(small)).isEqualTo(Status.COMPLETED);
        assertThat(changed(small)).containsExactly("docs/new.md");
        assertThat(commits(small)).extracting(CommitInfo::author).containsOnly("Docs Agent");

        JobRecord large = run("head -c 100001 /dev/zero > docs/large.bin; " + commit);
        assertThat(large.status()).isEqualTo(Status.FAILED);
        assertThat(reason(large)).contains("100001 bytes", "docs-agent.sandbox.agent.max-change");
    }

    @Test
    void it_does_not_find_the_repository_around_the_data_folder() {
        assertThat(run("git init -q $OUTSIDE; touch $OUTSIDE/here").status()).isEqualTo(Status.COMPLETED);

        JobRecord job = run("git rev-parse --show-toplevel");

        assertThat(job.turns().getFirst().log()).contains("not a git repository");
    }

    @Test
    void the_ignore_rules_of_the_repository_apply_but_not_those_of_the_agent() {
        JobRecord job = run("""
                printf 'node_modules/\\n*.log\\n!kept.log\\n/old.md\\n' > .gitignore
                printf '%s*b\\n' $(printf '*a%.0s' $(seq 40)) > docs/.gitignore; echo '# Old' > old.md
                """);
        runner.message("docs", job.id(), """
                echo '*' > .gitignore; echo '# Older' > old.md; echo '# New' > docs/new.md
                mkdir -p docs/node_modules/x; echo x | tee docs/node_modules/x/y.md docs/a.log docs/kept.log
                touch docs/$(printf 'a%.0s' $(seq 250))
                """);

        JobRecord again = ended(job);

        assertThat(again.status()).as(reason(again)).isEqualTo(Status.COMPLETED);
        assertThat(changed(again))
                .filteredOn(path -> !path.startsWith("docs/aaa"))
                .containsExactlyInAnyOrder(".gitignore", "docs/.gitignore", "docs/kept.log", "docs/new.md", "old.md");
        assertThat(files(again))
                .filteredOn(file -> file.path().equals(".gitignore"))
                .singleElement()
                .satisfies(file ->
                        assertThat(file.lines()).extracting(line -> line.text()).contains("*"));
    }

    @Test
    void links_are_recorded_and_not_followed() throws Exception {
        Files.writeString(folder.resolve("secret.md"), "a secret");
        Files.createDirectories(folder.resolve("secrets"));
        Files.writeString(folder.resolve("secrets/inner.md"), "a secret");

        JobRecord job =
                run("ln -s $OUTSIDE/secret.md docs/link.md; rm -r docs/guides; ln -s $OUTSIDE/secrets docs/guides");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).contains("docs/link.md", "docs/guides").noneMatch(path -> path.contains("inner"));
        assertThat(files(job).toString()).doesNotContain("a secret");
    }

    @Test
    void a_follow_up_keeps_links_and_permissions() {
        JobRecord job = run("ln -s index.md docs/link.md; echo 'echo hi' > run.sh; chmod +x run.sh");
        runner.message("docs", job.id(), "test -L docs/link.md && test -x run.sh && ! test -x docs/index.md");

        JobRecord again = ended(job);

        assertThat(again.turns().getLast().exitCode()).isZero();
        assertThat(again.turns().getLast().commit()).as("nothing has changed").isNull();
    }

    @Test
    void pipes_and_sockets_are_left_out() {
        JobRecord job = run("mkfifo docs/pipe.md; echo '# New' > docs/new.md");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).containsExactly("docs/new.md");
        assertThat(job.turns().getFirst().log()).contains("docs/pipe.md");
    }

    @Test
    void devices_are_left_out() {
        JobRecord job =
                run("mknod docs/zero.md c 1 5 && head -c 1 docs/zero.md > docs/new.md || echo no rights; exit 0");
        assumeTrue(!job.turns().getFirst().log().contains("no rights"), "only root makes devices");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).containsExactly("docs/new.md");
    }

    @Test
    void folders_without_permissions_are_read_and_deleted() {
        JobRecord job =
                run("mkdir docs/locked; echo '# New' > docs/locked/new.md; chmod 000 docs/locked/* docs/locked");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        assertThat(changed(job)).containsExactly("docs/locked/new.md");
        assertThat(folder.resolve("data/work")).isEmptyDirectory();
    }

    @Test
    void folders_of_any_depth_are_deleted() {
        JobRecord job = run("""
                name=$(printf '%0200d' 0)
                for i in $(seq 50); do mkdir $name && cd -P $name 2>/dev/null; done; exit 3
                """);

        assertThat(job.turns().getFirst().exitCode()).isEqualTo(3);
        assertThat(folder.resolve("data/work")).isEmptyDirectory();
    }

    @Test
    void unusual_files_in_the_data_folder_do_not_prevent_a_start() throws Exception {
        JobRecord job = run("echo '# New' > docs/new.md");
        runner.close();
        Path jobs = folder.resolve("data/projects/docs/jobs");
        String script = "mkfifo $0/pipe.json; mkdir $0/folder.json; ln -s /dev/zero $0/zero.json;"
                + "mkdir -p $1/job_1/locked/inner && mkfifo $1/job_1/locked/pipe && chmod 000 $1/job_1/locked";
        Process process = new ProcessBuilder("sh", "-c", script, jobs.toString(), folder + "/data/work").start();
        assertThat(process.waitFor()).isZero();

        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> open(Duration.ofMinutes(1), MAX_CHANGE));

        assertThat(find(job)).isEqualTo(job);
        assertThat(folder.resolve("data/work")).doesNotExist();
    }

    @Test
    void the_time_limit_covers_the_commit() {
        runner.close();
        open(Duration.ofSeconds(2), Long.MAX_VALUE);

        JobRecord job = run("truncate -s 1T docs/endless.bin");

        assertThat(job.status()).isEqualTo(Status.FAILED);
        assertThat(reason(job)).contains("docs-agent.sandbox.agent.time-limit");
        assertThat(folder.resolve("data/work")).isEmptyDirectory();
    }

    @Test
    void a_process_in_its_own_session_ends_with_the_job() throws Exception {
        String daemon = "(setsid sh -c 'echo $$ > $OUTSIDE/pid.new; mv $OUTSIDE/pid.new $OUTSIDE/pid; exec sleep 600' "
                + "</dev/null >/dev/null 2>&1 &)\n";
        JobRecord job = run(daemon + "until test -e $OUTSIDE/pid; do sleep 0.01; done");

        assertThat(job.status()).as(reason(job)).isEqualTo(Status.COMPLETED);
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        try {
            assertThat(isRunning(pid)).isFalse();
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** A zombie is still listed, but has no command any more. */
    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid)
                .filter(handle -> handle.info().command().isPresent())
                .isPresent();
    }

    private JobRecord run(String script) {
        return ended(runner.create("docs", script));
    }

    private JobRecord ended(JobRecord job) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !find(job).isActive());
        return find(job);
    }

    private JobRecord find(JobRecord job) {
        return Objects.requireNonNull(runner.find(job.projectId(), job.id()));
    }

    private static String reason(JobRecord job) {
        return String.valueOf(job.turns().getLast().reason());
    }

    private PullRequests.View view(JobRecord job) {
        PullRequest pull = Objects.requireNonNull(job.pull());
        return Objects.requireNonNull(runner.pulls().find(job.projectId(), pull.number()));
    }

    private List<CommitInfo> commits(JobRecord job) {
        PullRequests.View view = view(job);
        return view.repository().commits(view.base(), view.pull().head(), 10);
    }

    private List<FileChange> files(JobRecord job) {
        PullRequests.View view = view(job);
        return view.repository().changes(view.base(), view.pull().head()).files();
    }

    private List<String> changed(JobRecord job) {
        return files(job).stream().map(FileChange::path).toList();
    }
}
