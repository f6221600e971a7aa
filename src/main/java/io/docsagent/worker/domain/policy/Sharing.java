package io.docsagent.worker.domain.policy;

import io.docsagent.worker.message.Command;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How publishers share a project's quota.
 *
 * @param publishers by name; a publisher that is not among them, since the settings have changed, has weight 1
 */
public record Sharing(Map<String, Share> publishers) {

    /** All publishers alike, and none with a reserve or a budget. */
    public static final Sharing EQUAL = new Sharing(Map.of());

    public Sharing {
        publishers = Map.copyOf(publishers);
    }

    /**
     * What one publisher gets.
     *
     * @param weight of its commands among those of the same priority
     * @param reserve uses of each period that are kept for it
     * @param isReserveForMessages whether they are kept for its messages alone
     * @param maxUses of each period; null for no budget
     */
    public record Share(
            int weight,
            int reserve,
            boolean isReserveForMessages,
            @Nullable Integer maxUses) {

        /** Of a publisher without settings. */
        public static final Share USUAL = new Share(1, 0, false, null);

        /** Whether its commands of this type may use its reserve. */
        public boolean isReserveFor(Command.Type type) {
            return !isReserveForMessages || type == Command.Type.MESSAGE;
        }
    }

    public Share of(String publisher) {
        return publishers.getOrDefault(publisher, Share.USUAL);
    }

    /** Whether there is nothing to share out: no publisher but one, and that has no settings. */
    public boolean isEqual() {
        return publishers.isEmpty();
    }

    /** Uses of each period that are kept for some publisher. */
    public int reserved() {
        return publishers.values().stream().mapToInt(Share::reserve).sum();
    }
}
