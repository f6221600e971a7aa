package io.docsagent.worker.domain.state;

import io.docsagent.worker.wire.Identity;
import java.util.HexFormat;

/**
 * The keys of a project's state: {@code project/…}; a project id has no slash, so no project's keys mix with another's.
 */
public final class Keys {

    private Keys() {}

    /** Commands sort by arrival. */
    public static String queued(String projectId, long sequence) {
        return projectId + "/" + HexFormat.of().toHexDigits(sequence);
    }

    public static String seen(String projectId, Identity identity) {
        return projectId + "/" + identity.key();
    }

    /** Hashed, because the service may give a job any id. */
    public static String job(String projectId, String jobId) {
        return projectId + "/" + LaneId.ofJob(jobId);
    }

    /** Of what is remembered of a command. */
    public static Identity identityOf(String seenKey) {
        return new Identity(seenKey.substring(seenKey.indexOf('/') + 1));
    }

    /** Sorts before all keys of the project, and behind those of projects before it. */
    public static String before(String projectId) {
        return projectId + "/";
    }

    /** Sorts behind all keys of the project, and before those of projects behind it: '0' comes right after '/'. */
    public static String behind(String projectId) {
        return projectId + "0";
    }

    /** The project that a key belongs to. */
    public static String projectOf(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }
}
