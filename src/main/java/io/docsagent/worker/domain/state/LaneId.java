package io.docsagent.worker.domain.state;

import io.docsagent.worker.wire.Identity;

/** Names the lane in which a command keeps its order: that of a create, or that of a job. */
public final class LaneId {

    private LaneId() {}

    /** The lane of a create and of the messages that name it. */
    public static String ofCreate(Identity create) {
        return create.key();
    }

    /** The lane of a job's messages; hashed, because the service may give a job any id. */
    public static String ofJob(String jobId) {
        return "j" + Identity.ofCommandId(jobId).key().substring(1);
    }

    public static boolean isOfJob(String lane) {
        return lane.charAt(0) == 'j';
    }
}
