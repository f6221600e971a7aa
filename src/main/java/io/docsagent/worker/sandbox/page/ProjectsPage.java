package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.quota.QuotaState;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobRunner;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the page of all projects shows. */
record ProjectsPage(List<Card> projects) {

    private static final int MAX_PROJECTS = 1_000;

    static ProjectsPage of(JobRunner runner, Ledgers quotas) {
        TreeSet<String> names = new TreeSet<>(runner.projects());
        names.addAll(quotas.projects());
        return new ProjectsPage(names.stream()
                .limit(MAX_PROJECTS)
                .map(name -> Card.of(name, runner.jobs(name), quotas.of(name)))
                .toList());
    }

    String title() {
        return "Projects";
    }

    /** One project; {@code active} is the number of its active jobs, if there are any. */
    record Card(String projectId, String jobs, @Nullable Long active, QuotaState quota) {

        static Card of(String projectId, List<JobRecord> jobs, QuotaState quota) {
            long active = jobs.stream().filter(JobRecord::isActive).count();
            return new Card(projectId, Counted.of(jobs.size(), "job", "jobs"), active == 0 ? null : active, quota);
        }

        String projectLink() {
            return Links.project(projectId);
        }
    }
}
