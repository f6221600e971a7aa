package io.docsagent.worker.sandbox;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that are let in; with none given, any key is. */
final class AccessKeys {

    private static final String SCHEME = "Bearer ";

    private final Answer wrongKey;
    private volatile Set<String> accepted;

    AccessKeys(SandboxSettings.Access access) {
        this.accepted = access.keys();
        this.wrongKey = Answer.error(access.wrongKeyStatus(), "The API key is not accepted");
    }

    void accept(Set<String> keys) {
        accepted = Set.copyOf(keys);
    }

    /** The refusal, or null for a request that may pass. */
    @Nullable
    Answer refusal(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Answer.error(401, "A bearer key is missing");
        }
        String key = authorization.substring(SCHEME.length()).strip();
        if (key.isEmpty()) {
            return Answer.error(401, "A bearer key is missing");
        }
        Set<String> keys = accepted;
        return keys.isEmpty() || keys.contains(key) ? null : wrongKey;
    }
}
