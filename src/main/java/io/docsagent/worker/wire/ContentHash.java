package io.docsagent.worker.wire;

import io.docsagent.worker.contract.Command;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Determines whether two commands with the same id have the same content, however their publishers wrote them.
 *
 * <p>Releases compare each other's hashes for as long as commands are remembered: a new optional field must add nothing
 * where it is absent.
 */
public final class ContentHash {

    private final StringBuilder canonical = new StringBuilder();

    private ContentHash() {}

    /**
     * SHA-256 of the command's content without its identity, base64url.
     *
     * <p>{@code expiresAt} and {@code notBefore} are no part of it: a publisher that tries again computes them again.
     */
    public static String of(Command command) {
        return new ContentHash().hash(command);
    }

    private String hash(Command command) {
        add("type", command.type().name());
        add("projectId", command.projectId());
        add("prompt", command.prompt());
        add("jobId", command.jobId());
        add("createCommandId", command.createCommandId());
        add("priority", command.priority().name());
        if (command.coalesce() != null) {
            add("coalesce", command.coalesce().key());
            add("mode", text(command.coalesce().mode()));
            add("quiet", text(command.coalesce().quiet()));
            add("atMost", text(command.coalesce().atMost()));
        }
        add("continueKey", command.continueKey());
        add("cancelCommandId", command.cancelCommandId());
        add("reason", command.reason());
        new TreeMap<>(command.metadata()).forEach((name, value) -> {
            add("metadata", name);
            add("is", value);
        });
        return Hash.sha256(canonical.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** Prefixed with lengths, so that no value can be taken for the fields that follow it. */
    private void add(String name, @Nullable String value) {
        if (value != null) {
            canonical
                    .append(name)
                    .append(' ')
                    .append(value.length())
                    .append(' ')
                    .append(value)
                    .append('\n');
        }
    }
}
