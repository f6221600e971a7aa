package io.docsagent.worker.faults;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One broker and two workers for all scenarios that leave them as they were. */
final class SharedCluster implements ParameterResolver {

    private static final Namespace SHARED = Namespace.create(SharedCluster.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType().equals(Cluster.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // Single commands are answered wrongly here, many at once: the breaker would take that for an outage.
        return context.getRoot()
                .getStore(SHARED)
                .computeIfAbsent(
                        "cluster",
                        name -> new Cluster(name, 1, 2, "docs-agent.api.breaker.unknown-in-a-row=1000"),
                        Cluster.class);
    }
}
