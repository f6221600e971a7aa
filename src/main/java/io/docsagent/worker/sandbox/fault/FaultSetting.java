package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.ServiceOperation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A fault that applies from the start.
 *
 * @param fault the fault as text, such as {@code answer 503 retry-after 5 times 2} or {@code drop after}
 * @param operations the operations that it applies to: create, message, get
 * @param projectId the only project that it applies to; all if not given
 */
public record FaultSetting(
        String fault,
        @DefaultValue({"create", "message", "get"}) Set<ServiceOperation> operations,
        @Nullable String projectId) {

    public FaultSetting {
        FaultSyntax.parse(fault);
    }

    public FaultRule rule() {
        FaultRule parsed = FaultSyntax.parse(fault);
        return new FaultRule(parsed.fault(), operations, projectId, parsed.times());
    }
}
