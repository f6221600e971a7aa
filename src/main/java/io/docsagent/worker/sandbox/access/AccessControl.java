package io.docsagent.worker.sandbox.access;

import io.docsagent.worker.sandbox.http.HttpAnswer;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the key and the address of a request; with no key configured, any key is accepted. */
public final class AccessControl {

    private static final String SCHEME = "Bearer ";

    private volatile AccessSettings access;

    public AccessControl(AccessSettings access) {
        this.access = access;
    }

    public void accept(Set<String> keys) {
        accept(new AccessSettings(keys, access.wrongKeyStatus(), List.of(), access.addresses()));
    }

    public void accept(AccessSettings other) {
        access = other;
    }

    /** The refusal, or null if the request is allowed. */
    @Nullable
    public HttpAnswer refusal(
            @Nullable String authorization, @Nullable String projectId, @Nullable InetAddress from, Instant now) {
        AccessSettings rules = access;
        if (!AddressRange.contain(rules.addresses(), from)) {
            return HttpAnswer.error(403, "The address is not allowed");
        }
        String key = key(authorization);
        if (key == null) {
            return HttpAnswer.error(401, "A bearer key is missing");
        }
        if (rules.keys().isEmpty() && rules.grants().isEmpty()) {
            return null;
        }
        boolean accepted = rules.keys().contains(key)
                || rules.grants().stream()
                        .anyMatch(grant -> grant.key().equals(key) && grant.covers(projectId, from, now));
        return accepted ? null : HttpAnswer.error(rules.wrongKeyStatus(), "The API key is not accepted");
    }

    private static @Nullable String key(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String key = authorization.substring(SCHEME.length()).strip();
        return key.isEmpty() ? null : key;
    }
}
