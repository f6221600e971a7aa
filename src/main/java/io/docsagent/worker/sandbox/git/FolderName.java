package io.docsagent.worker.sandbox.git;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** A project's folder: its id where that is a plain name on every file system, else a likeness with a hash. */
public final class FolderName {

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9][a-z0-9_~-]{0,63}");
    private static final int LIKENESS = 40;
    private static final int HASH = 24;

    private FolderName() {}

    public static String of(String projectId) {
        if (PLAIN.matcher(projectId).matches()) {
            return projectId;
        }
        String likeness = projectId.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        // The dot, which no plain name has, keeps the two kinds apart.
        return likeness.substring(0, Math.min(LIKENESS, likeness.length())) + "." + hash(projectId);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
