package io.docsagent.worker.ops.meters;

import java.util.Map;
import java.util.Set;

/** Gives the publishers that are configured a label of their own, and those of earlier settings one in common. */
public final class PublisherLabels {

    /** A publisher may have this name; it is then counted with those of earlier settings. */
    private static final String OTHER = "other";

    /** Of a topic that is not a publisher's; a publisher may have this name as well. */
    private static final String NONE = "none";

    private final Map<String, String> byTopic;
    private final Set<String> configured;

    /** @param byTopic the names of publishers by their topics */
    public PublisherLabels(Map<String, String> byTopic) {
        this.byTopic = Map.copyOf(byTopic);
        this.configured = Set.copyOf(byTopic.values());
    }

    /** Those that are known before anything was counted. */
    Set<String> all() {
        return configured;
    }

    /** The topics of publishers. */
    Set<String> topics() {
        return byTopic.keySet();
    }

    String ofTopic(String topic) {
        return byTopic.getOrDefault(topic, NONE);
    }

    String of(String publisher) {
        return configured.contains(publisher) ? publisher : OTHER;
    }
}
