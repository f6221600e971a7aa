package io.docsagent.worker.sandbox.git;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/** A project's folder: its id if that is a valid name on every file system, else a readable prefix with a hash. */
public final class FolderName {

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9][a-z0-9_~-]{0,63}");
    private static final int MAX_PREFIX = 40;
    private static final int HASH_LENGTH = 24;

    private FolderName() {}

    public static String of(String projectId) {
        if (PLAIN.matcher(projectId).matches()) {
            return projectId;
        }
        String prefix = projectId.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        // A plain name has no dot, so that the two kinds cannot collide.
        String hash = DigestUtils.sha256Hex(projectId).substring(0, HASH_LENGTH);
        return prefix.substring(0, Math.min(MAX_PREFIX, prefix.length())) + "." + hash;
    }
}
