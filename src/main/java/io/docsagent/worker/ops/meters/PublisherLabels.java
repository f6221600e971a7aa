package io.docsagent.worker.ops.meters;

import java.util.Collection;
import java.util.Set;

/** Gives the publishers that are configured a label of their own, and those of earlier settings one in common. */
public final class PublisherLabels {

    /** A publisher may have this name; it is then counted with those of earlier settings. */
    private static final String OTHER = "other";

    private final Set<String> configured;

    public PublisherLabels(Collection<String> configured) {
        this.configured = Set.copyOf(configured);
    }

    /** Those that are known before anything was counted. */
    Set<String> all() {
        return configured;
    }

    String of(String publisher) {
        return configured.contains(publisher) ? publisher : OTHER;
    }
}
