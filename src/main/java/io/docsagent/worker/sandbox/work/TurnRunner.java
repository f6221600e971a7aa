package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.AgentReport;
import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.git.CommitInfo;
import io.docsagent.worker.sandbox.git.Deadline;
import io.docsagent.worker.sandbox.git.GitFailedException;
import io.docsagent.worker.sandbox.git.MergeResult;
import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.git.WorkTree;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Processes one prompt, from a new work tree to a commit on the job's branch. */
final class TurnRunner {

    private static final int MAX_NAMES = 20;
    private static final int MAX_COMMITS = 20;

    private final Repositories repositories;
    private final DocsAgent agent;
    private final WorkLimits limits;
    private final Path workFolder;
    private final InstantSource clock;

    TurnRunner(Repositories repositories, DocsAgent agent, WorkLimits limits, Path workFolder, InstantSource clock) {
        this.repositories = repositories;
        this.agent = agent;
        this.limits = limits;
        this.workFolder = workFolder;
        this.clock = clock;
    }

    TurnResult run(JobRecord job, JobTurn turn) throws InterruptedException {
        ProjectRepository repository = repositories.of(job.projectId());
        String main = repository.mainHead();
        String branch = branchHead(repository, job, main);
        MergeResult start = repository.merge(
                branch, main, "Merge " + repository.mainBranch() + " into " + job.branch(), clock.instant());
        return switch (start) {
            case MergeResult.Conflict conflict -> TurnResult.failed(conflict(repository, conflict.paths()));
            case MergeResult.Clean clean -> edit(repository, job, turn, branch, clean.commit());
        };
    }

    /** After a pull request has ended, the next turn starts from main. */
    private static String branchHead(ProjectRepository repository, JobRecord job, String main) {
        PullRequest pull = job.pull();
        String head = repository.head(job.branch());
        return head == null || pull == null || !pull.isOpen() ? main : head;
    }

    private TurnResult edit(ProjectRepository repository, JobRecord job, JobTurn turn, String branch, String start)
            throws InterruptedException {
        try (WorkTree tree = WorkTree.at(repository, workFolder.resolve(job.id()), start)) {
            Deadline deadline = Deadline.in(limits.timeLimit());
            AgentReport report = agent.edit(
                    new DocsAgent.Task(tree.path(), turn.prompt(), pagesSince(repository, branch), limits.timeLimit()));
            if (report.failure() != null) {
                return new TurnResult(report, null);
            }
            try {
                WorkTree.Committed committed =
                        tree.commit(message(job, turn), clock.instant(), limits.maxChange(), deadline);
                return delivered(repository, job.branch(), committed, report);
            } catch (GitFailedException failure) {
                return new TurnResult(report.failing(String.valueOf(failure.getMessage())), null);
            }
        }
    }

    private static AgentReport withLeftOut(AgentReport report, List<String> names) {
        if (names.isEmpty()) {
            return report;
        }
        String shown = String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())));
        String more = names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "";
        return report.adding(
                "Not committed, because these are neither files nor links, or have names that git reserves: " + shown
                        + more);
    }

    private static TurnResult delivered(
            ProjectRepository repository, String branch, WorkTree.Committed committed, AgentReport agents) {
        AgentReport report = withLeftOut(agents, committed.leftOut());
        String commit = committed.commit();
        if (commit == null) {
            return new TurnResult(report, null);
        }
        // Main may have moved while the agent was working.
        List<String> conflicts = repository.conflicts(repository.mainHead(), commit);
        if (!conflicts.isEmpty()) {
            return new TurnResult(report.failing(conflict(repository, conflicts)), null);
        }
        repository.accept(branch, commit);
        return new TurnResult(report, commit);
    }

    /** Latest first. */
    private static List<String> pagesSince(ProjectRepository repository, String branch) {
        String base = repository.mergeBase(repository.mainHead(), branch);
        List<String> pages = repository.changedPaths(base, branch);
        Set<String> latestFirst = new LinkedHashSet<>();
        String newer = branch;
        for (CommitInfo commit : repository.commits(base, branch, MAX_COMMITS).reversed()) {
            latestFirst.addAll(repository.changedPaths(commit.id(), newer));
            newer = commit.id();
        }
        latestFirst.addAll(pages);
        latestFirst.retainAll(Set.copyOf(pages));
        return List.copyOf(latestFirst);
    }

    private static String conflict(ProjectRepository repository, List<String> paths) {
        return repository.mainBranch() + " has moved and conflicts with the job's branch in "
                + String.join(", ", paths);
    }

    private static String message(JobRecord job, JobTurn turn) {
        return Titles.of(turn.prompt()) + "\n\n" + turn.prompt().strip() + "\n\nJob: " + job.id() + "\n";
    }
}
