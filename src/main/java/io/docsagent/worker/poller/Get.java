package io.docsagent.worker.poller;

import java.time.Instant;

/**
 * A GET that is due.
 *
 * @param jobEpoch of the job when the GET began; the answer to a GET of an earlier epoch says nothing about the job
 * @param refusalEpoch of the project when the GET began; the answer to a GET of an earlier epoch does not say whether all
 *     GETs are refused
 * @param at epoch milliseconds
 * @param lag milliseconds since it was due
 */
record Get(FollowedJob followed, int jobEpoch, int refusalEpoch, long at, long lag) {

    ProjectPolls project() {
        return followed.project;
    }

    String projectId() {
        return followed.project.projectId;
    }

    String jobId() {
        return followed.jobId;
    }

    Instant instant() {
        return Instant.ofEpochMilli(at);
    }
}
