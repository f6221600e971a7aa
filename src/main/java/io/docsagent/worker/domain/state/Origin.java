package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.Publisher;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the events about a command, or about the job that took it, give back of the command.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param continued whether it is a create that went to an existing job; null where it has no key
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Origin(
        @Nullable String commandId,
        @Nullable Map<String, String> metadata,
        @Nullable String traceparent,
        @Nullable Request request,
        @Publisher.Name String publisher,
        @Nullable String continueKey,
        @Nullable Boolean continued) {

    public static final Origin NONE = new Origin(null, null, null, null, Publisher.DEFAULT, null, null);

    public Origin {
        publisher = Publisher.orDefault(publisher);
    }

    /** Of a command that has not gone to an existing job as what was published as a create. */
    public static Origin of(Command command) {
        return of(command, false);
    }

    /** @param continued whether it is a create that went to an existing job */
    public static Origin of(Command command, boolean continued) {
        return new Origin(
                command.commandId(),
                command.metadata(),
                command.traceparent(),
                command.request(),
                command.publisher(),
                command.continueKey(),
                command.continueKey() == null ? null : continued);
    }

    /** Whether it is of a create that went to an existing job. */
    public boolean hasContinued() {
        return continued != null && continued;
    }

    /** The same, without what only later events need. */
    Origin with(@Nullable Map<String, String> shown, @Nullable String span) {
        return new Origin(commandId, shown, span, request, publisher, continueKey, continued);
    }
}
