package io.docsagent.worker.sandbox.access;

import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who is let in.
 *
 * @param keys the bearer keys that are accepted; where there are none, any key is
 * @param wrongKeyStatus the answer to another key: 401 or 403
 * @param grants keys that are for some projects, for a time, or for some addresses
 * @param addresses from which requests may come at all, as {@code 10.0.0.0/8} or one address; any if empty
 */
public record AccessSettings(
        @DefaultValue Set<String> keys,
        @DefaultValue("401") int wrongKeyStatus,
        @DefaultValue List<Grant> grants,
        @DefaultValue Set<String> addresses) {

    public AccessSettings {
        AddressRange.all(addresses);
    }
}
