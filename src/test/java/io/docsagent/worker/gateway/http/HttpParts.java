package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What turns a call into a request or not, and a reply into an answer, for the simulation. */
public final class HttpParts {

    private final ReplyTable table;
    private final InstantSource clock;
    private final SendPermission permission;

    public HttpParts(Set<Integer> notTakenStatuses, InstantSource clock, SendPermission permission) {
        this.table = new ReplyTable(notTakenStatuses, clock);
        this.clock = clock;
        this.permission = permission;
    }

    /** The first byte is about to leave; returns why it must not, or null. */
    public @Nullable String send(Instant notAfter) {
        try {
            new SendState(notAfter, clock, permission).send();
            return null;
        } catch (SendState.CallNotSentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    public Answer answer(GatewayRequest.Call call, int status, @Nullable String retryAfter, @Nullable JsonNode body) {
        return table.answer(call, new Reply(status, retryAfter, null, body));
    }

    public JobLookup lookup(String jobId, int status, @Nullable JsonNode body) {
        return table.lookup(jobId, new Reply(status, null, null, body));
    }
}
