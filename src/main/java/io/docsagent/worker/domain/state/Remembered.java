package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Command;
import java.time.Instant;

/** What is stored of a command that has ended, or of an operation, so that its repetition is recognised. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(EndedCommand.class), @JsonSubTypes.Type(Remembered.Operation.class)})
public sealed interface Remembered extends Timed permits EndedCommand, Remembered.Operation {

    @Override
    default long bytes(String projectId) {
        return HeapBytes.of(this, projectId.length());
    }

    /** What the content of its command takes of the limits on queued bytes, where it is kept. */
    default long keptBytes() {
        return 0;
    }

    /** What the content of a command would take. */
    static long bytesToKeep(Command command) {
        return HeapBytes.ofKept(command);
    }

    /**
     * An operation that was answered, or will be; stored under an identity of its own kind.
     *
     * @param operationForgetAt has a name that no field of a command has: by the names of its fields a reader tells the two apart
     */
    record Operation(Instant operationForgetAt) implements Remembered {

        @Override
        public Timer timer(String key) {
            return new Timer(operationForgetAt, Timer.Kind.UNSENT_FORGOTTEN, key);
        }
    }
}
