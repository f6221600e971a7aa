package io.docsagent.worker.engine;

import io.docsagent.worker.wire.Input.Published;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** How far the records of publishers and operators were processed that reached a partition of the inputs. */
final class ReadPositions {

    private final KeyValueStore<String, ReadUpTo> positions;

    /**
     * The last record of a publisher's partition that reached this partition of the inputs.
     *
     * @param leaderEpoch see {@link Published}
     */
    record ReadUpTo(long offset, int leaderEpoch) {}

    ReadPositions(KeyValueStore<String, ReadUpTo> positions) {
        this.positions = positions;
    }

    /**
     * Whether the record at the position was processed before; from now on it was: ingress reads its topic from the
     * beginning where its offsets were lost, perhaps after the deduplication entries of its records have expired.
     *
     * <p>Where brokers have lost the end of the partition, new records get offsets that were read before, but a later
     * leader's epoch. A record that is read again keeps its epoch.
     */
    boolean isReadAgain(@Nullable Published position) {
        if (position == null) {
            return false;
        }
        String key = position.topicId() + "/" + position.partition();
        ReadUpTo before = positions.get(key);
        if (before != null && position.offset() <= before.offset() && position.leaderEpoch() <= before.leaderEpoch()) {
            return true;
        }
        positions.put(key, new ReadUpTo(position.offset(), position.leaderEpoch()));
        return false;
    }
}
