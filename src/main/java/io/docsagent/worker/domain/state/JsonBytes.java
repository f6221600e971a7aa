package io.docsagent.worker.domain.state;

import static io.docsagent.worker.domain.state.TextBytes.inJson;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent.Reason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What parts of stored records take as JSON, in bytes, by estimate: all but texts is a constant. */
final class JsonBytes {

    /** A text of a record that may be missing: name, quotes, colon and comma. */
    static final int NAMED = 17;

    /** Such a time. */
    static final int TIME = 28;

    /** Names, numbers and punctuation of a command, without what may be missing. */
    private static final int COMMAND = 70;

    /** Those of a reason. */
    private static final int REASON = 55;

    /** Those of an operation. */
    private static final int OPERATION = 120;

    private JsonBytes() {}

    static long of(Command command) {
        Coalesce coalesce = command.coalesce();
        return COMMAND
                + command.projectId().length()
                + inJson(command.prompt())
                + named(command.commandId(), command.jobId(), command.createCommandId())
                + named(command.cancelCommandId(), command.reason(), command.traceparent(), command.continueKey())
                + publisher(command.publisher())
                + (command.expiresAt() == null ? 0 : TIME)
                + (command.notBefore() == null ? 0 : TIME)
                + (coalesce == null ? 0 : 2 * NAMED + inJson(coalesce.key()))
                + (coalesce == null || coalesce.quiet() == null ? 0 : TIME)
                + (coalesce == null || coalesce.atMost() == null ? 0 : TIME)
                + of(command.request())
                + of(command.metadata());
    }

    static long of(JobSnapshot seen) {
        JobSnapshot.Source source = seen.source();
        return named(seen.id(), seen.status(), seen.prLink(), seen.model(), seen.createdAt(), seen.archivedAt())
                + (source == null ? 0 : NAMED + named(source.repository(), source.ref()));
    }

    static long of(Origin origin) {
        return NAMED
                + named(origin.commandId(), origin.traceparent(), origin.continueKey())
                + (origin.continued() == null ? 0 : NAMED)
                + publisher(origin.publisher())
                + of(origin.request())
                + of(origin.metadata());
    }

    private static long of(@Nullable Request request) {
        return request == null ? 0 : NAMED + named(request.source(), request.id());
    }

    static long of(Operation operation) {
        long action = switch (operation.action()) {
            case Operation.ResolveTaken taken -> inJson(taken.commandId()) + inJson(taken.jobId());
            default -> 0;
        };
        return OPERATION
                + inJson(operation.operationId())
                + inJson(operation.by())
                + named(operation.reason())
                + action;
    }

    static long of(@Nullable Continuation continuation) {
        return continuation == null ? 0 : TIME + 3L * NAMED + inJson(continuation.key());
    }

    static long of(@Nullable Reason reason) {
        return reason == null ? 0 : REASON + inJson(reason.code()) + inJson(reason.message());
    }

    static long of(@Nullable Map<String, String> metadata) {
        if (metadata == null || metadata.isEmpty()) {
            return 0;
        }
        long bytes = NAMED;
        for (var entry : metadata.entrySet()) {
            bytes += 6 + inJson(entry.getKey()) + inJson(entry.getValue());
        }
        return bytes;
    }

    private static long publisher(String name) {
        return name.equals(Publisher.DEFAULT) ? 0 : named(name);
    }

    /** Those that there are, each with its name. */
    static long named(@Nullable String... texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += text == null ? 0 : NAMED + inJson(text);
        }
        return bytes;
    }
}
