package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.quota.QuotaState;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobRunner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page of one project shows: its quota and its latest jobs. */
record ProjectPage(
        String projectId,
        QuotaState quota,
        List<JobView> jobs,
        @Nullable Integer older) {

    private static final int MAX_JOBS = 200;

    static ProjectPage of(String projectId, JobRunner runner, Ledgers quotas) {
        List<JobRecord> all = runner.jobs(projectId);
        List<JobView> shown =
                all.stream().limit(MAX_JOBS).map(job -> new JobView(job, "")).toList();
        return new ProjectPage(
                projectId, quotas.of(projectId), shown, all.size() > MAX_JOBS ? all.size() - MAX_JOBS : null);
    }

    String title() {
        return projectId;
    }

    String projectLink() {
        return Links.project(projectId);
    }
}
