package io.docsagent.worker.domain.policy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How publishers share a project's quota.
 *
 * @param publishers by name; a publisher that is not among them, since the settings have changed, has weight 1
 */
public record Sharing(Map<String, Share> publishers) {

    /** All publishers alike, and none with a budget. */
    public static final Sharing EQUAL = new Sharing(Map.of());

    public Sharing {
        publishers = Map.copyOf(publishers);
    }

    /**
     * What one publisher gets.
     *
     * @param weight of its commands among those of the same priority
     * @param maxUses of each period; null for no budget
     */
    public record Share(int weight, @Nullable Integer maxUses) {

        /** Of a publisher without settings. */
        public static final Share USUAL = new Share(1, null);
    }

    public Share of(String publisher) {
        return publishers.getOrDefault(publisher, Share.USUAL);
    }

    /** Whether there is nothing to share out: no publisher but one, and that has no settings. */
    public boolean isEqual() {
        return publishers.isEmpty();
    }
}
