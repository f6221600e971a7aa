package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.RequestTarget;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests that a fault applies to: operations, one project or all (null), and how many times. */
public record FaultRule(
        Fault fault,
        Set<ServiceOperation> operations,
        @Nullable String projectId,
        long times) {

    public static final long ALWAYS = Long.MAX_VALUE;

    public FaultRule {
        operations = Set.copyOf(operations);
        if (times < 1) {
            throw new IllegalArgumentException("A fault applies at least once, not " + times + " times");
        }
    }

    public FaultRule inProject(String onlyProjectId) {
        return new FaultRule(fault, operations, onlyProjectId, times);
    }

    public FaultRule times(long atMost) {
        return new FaultRule(fault, operations, projectId, atMost);
    }

    boolean covers(RequestTarget target) {
        return operations.contains(target.operation()) && (projectId == null || projectId.equals(target.projectId()));
    }
}
