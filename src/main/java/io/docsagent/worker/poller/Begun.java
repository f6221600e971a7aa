package io.docsagent.worker.poller;

import java.time.Instant;

/**
 * A GET that is to be made now.
 *
 * @param life of the job when the GET began; an answer to an earlier life says nothing about the job
 * @param turn of the lane when the GET began; an answer to an earlier turn says nothing about the key
 * @param at epoch milliseconds
 * @param lag milliseconds since it was due
 */
record Begun(Following following, int life, int turn, long at, long lag) {

    ProjectPolls lane() {
        return following.lane;
    }

    String projectId() {
        return following.lane.projectId;
    }

    String jobId() {
        return following.jobId;
    }

    Instant instant() {
        return Instant.ofEpochMilli(at);
    }
}
