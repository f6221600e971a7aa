package io.docsagent.worker.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What identifies a repeated command: the publisher's id, else the CloudEvent's, else the record's position.
 *
 * @param key one namespace per kind, so that ids of different kinds never collide; a letter and 32 characters of
 *     base64url, the first 192 bits of a SHA-256, so that publishers' strings of any length and alphabet make short
 *     keys
 */
public record Identity(@JsonValue String key) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Identity {}

    /** The identity of a command that carries a {@code commandId}. */
    public static Identity ofCommandId(String commandId) {
        return new Identity("c" + Hash.short192(commandId));
    }

    /** The identity of a cancel that waits for the command with this identity. */
    public static Identity ofCancelFor(Identity target) {
        return new Identity("x" + target.key().substring(1));
    }

    /** The identity of an operation. */
    public static Identity ofOperation(String operationId) {
        return new Identity("o" + Hash.short192(operationId));
    }

    /** The identity of a CloudEvent without a {@code commandId} in its data. */
    public static Identity ofCloudEvent(String source, String id) {
        return new Identity("e" + Hash.short192(source.length() + ":" + source + id));
    }

    /** The identity of a record without an id: its position in the log; the time distinguishes a re-created topic. */
    public static Identity ofRecord(String topic, int partition, long offset, long timestamp) {
        return new Identity("r" + Hash.short192(topic + "/" + partition + "/" + offset + "/" + timestamp));
    }

    /** Whether it is that of {@link #ofCloudEvent}. */
    public boolean isOfCloudEvent() {
        return key.startsWith("e");
    }
}
