package io.docsagent.worker.gateway.http;

import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What names a request to a service that accepts each name once: the same for every attempt of a command, another one
 * for anything else.
 *
 * <p>It is derived from installation, project, admitted command, job and prompt.
 *
 * <ul>
 *   <li>A repeat that an operator asks for has the same: if the service took an earlier attempt after all, it answers
 *       with the job of that.
 *   <li>A command that was forgotten and is published again is admitted anew, and has another.
 *   <li>Job and prompt change only while the service cannot have taken the command: the prompt when it takes in that of
 *       a superseded command, the job when a create that was to continue one starts its own. What the service said to
 *       the earlier request must not answer the new one.
 * </ul>
 */
final class IdempotencyKey {

    private IdempotencyKey() {}

    static UUID of(@Nullable String installation, GatewayRequest.Call call) {
        String named = Stream.of(
                        Objects.requireNonNullElse(installation, ""),
                        call.projectId(),
                        call.admittedCommand(),
                        Objects.requireNonNullElse(call.jobId(), ""),
                        call.prompt())
                // With lengths, so that no part can be taken for the next one.
                .map(part -> part.length() + " " + part)
                .collect(Collectors.joining("\n"));
        return Hash.uuid(named.getBytes(StandardCharsets.UTF_8));
    }
}
