package io.docsagent.worker.domain.state;

import io.docsagent.worker.wire.Identity;

/** Names the lane in which a command keeps its order: that of a create, of a job, or of a key. */
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

    /** Where the creates wait, in the order of arrival, for which something else has their {@code continueKey}. */
    public static String ofKey(String continueKey) {
        return "k" + Identity.ofCommandId(continueKey).key().substring(1);
    }

    public static boolean isOfKey(String lane) {
        return lane.charAt(0) == 'k';
    }

    public static boolean isOfJob(String lane) {
        return lane.charAt(0) == 'j';
    }
}
