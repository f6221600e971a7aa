package io.docsagent.worker.domain;

import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Commands as a queue keeps them; each goes to the lane that its admission would choose. */
public final class Queued {

    private Queued() {}

    public static QueuedCommand of(long sequence, Asked asked) {
        return of(sequence, asked, null);
    }

    public static QueuedCommand of(long sequence, Asked asked, @Nullable Instant createWaitUntil) {
        var command = asked.command();
        var identity = Identity.ofCommandId(Objects.requireNonNull(command.commandId()));
        String lane = LaneId.ofCreate(identity);
        if (command.createCommandId() != null) {
            lane = LaneId.ofCreate(Identity.ofCommandId(command.createCommandId()));
        } else if (command.jobId() != null) {
            lane = LaneId.ofJob(command.jobId());
        }
        return QueuedCommand.arrived(
                sequence, command, identity, "3-1", lane, command.jobId(), ProjectWorld.START, createWaitUntil);
    }
}
