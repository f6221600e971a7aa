package io.docsagent.worker.sandbox.access;

import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may call the service.
 *
 * @param keys the bearer keys that are accepted; if there are none, any key is
 * @param wrongKeyStatus the answer to another key: 401 or 403
 * @param grants keys that are limited to projects, addresses, or a period
 * @param addresses addresses that requests may come from, as {@code 10.0.0.0/8} or one address; any if empty
 */
public record AccessSettings(
        @DefaultValue Set<String> keys,
        @DefaultValue("401") int wrongKeyStatus,
        @DefaultValue List<Grant> grants,
        @DefaultValue Set<String> addresses) {

    public AccessSettings {
        AddressRange.all(addresses);
        if (wrongKeyStatus != 401 && wrongKeyStatus != 403) {
            throw new IllegalArgumentException("wrong-key-status must be 401 or 403, but is " + wrongKeyStatus);
        }
    }
}
