package io.docsagent.worker.message;

import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether two commands with the same id ask for the same, however their publishers wrote them.
 *
 * <p>Releases compare each other's hashes for as long as commands are remembered: a new optional field must add nothing
 * where it is absent.
 */
public final class ContentHash {

    private final StringBuilder canonical = new StringBuilder();

    private ContentHash() {}

    /** SHA-256 of the command's content without its identity, base64url. */
    public static String of(Command command) {
        ContentHash hash = new ContentHash();
        hash.add("type", command.type().name());
        hash.add("projectId", command.projectId());
        hash.add("prompt", command.prompt());
        hash.add("jobId", command.jobId());
        hash.add("createCommandId", command.createCommandId());
        hash.add("priority", command.priority().name());
        hash.add(
                "expiresAt",
                command.expiresAt() == null
                        ? null
                        : Long.toString(command.expiresAt().toEpochMilli()));
        new TreeMap<>(command.metadata()).forEach((name, value) -> {
            hash.add("metadata", name);
            hash.add("is", value);
        });
        return Hash.sha256(hash.canonical.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Lengths in front, so that no value can look like the fields behind it. */
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
