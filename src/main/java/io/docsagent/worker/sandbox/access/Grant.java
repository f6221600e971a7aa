package io.docsagent.worker.sandbox.access;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A key with limits.
 *
 * @param key the key, without {@code Bearer}
 * @param projects the projects that it is valid for; all if empty
 * @param expiresAt when it expires; never if not given
 * @param addresses the addresses that it may be used from, as {@code 10.0.0.0/8} or one address; any if empty
 */
public record Grant(
        String key,
        @DefaultValue Set<String> projects,
        @Nullable Instant expiresAt,
        @DefaultValue Set<String> addresses) {

    public Grant {
        projects = Set.copyOf(projects);
        addresses = Set.copyOf(addresses);
        AddressRange.all(addresses);
    }

    boolean covers(@Nullable String projectId, @Nullable InetAddress from, Instant now) {
        return (projects.isEmpty() || (projectId != null && projects.contains(projectId)))
                && (expiresAt == null || now.isBefore(expiresAt))
                && AddressRange.contain(addresses, from);
    }
}
