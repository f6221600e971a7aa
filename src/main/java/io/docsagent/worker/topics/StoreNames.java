package io.docsagent.worker.topics;

import java.util.List;
import java.util.stream.Stream;

/** The names of the engine's stores and of their changelogs. */
public final class StoreNames {

    public static final String PROJECTS = "projects";
    public static final String QUEUE = "queue";
    public static final String JOBS = "jobs";
    public static final String SEEN = "seen";

    /** What operators asked of all projects. */
    public static final String INSTALLATION = "installation";

    /** How far each partition of the publishers' and the operators' topics was read. */
    public static final String POSITIONS = "positions";

    private StoreNames() {}

    /** Those of all stores, as Kafka Streams names them. */
    public static List<String> changelogsOf(String applicationId) {
        return Stream.of(PROJECTS, QUEUE, JOBS, SEEN, INSTALLATION, POSITIONS)
                .map(store -> changelogOf(applicationId, store))
                .toList();
    }

    /** As Kafka Streams names it. */
    public static String changelogOf(String applicationId, String store) {
        return applicationId + "-" + store + "-changelog";
    }
}
