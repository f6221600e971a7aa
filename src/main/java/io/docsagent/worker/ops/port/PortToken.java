package io.docsagent.worker.ops.port;

import io.docsagent.worker.settings.WorkerCannotStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The token of the management port, the same for all instances. */
public final class PortToken {

    private static final String SETTING = "docs-agent.management.token-file (DOCS_AGENT_MANAGEMENT_TOKEN_FILE): ";
    private static final String SIGNATURE = "HmacSHA256";
    private static final int MIN_LENGTH = 16;
    private static final int MAX_BYTES = 8 * 1024;

    private final String value;

    private PortToken(String value) {
        this.value = value;
    }

    /**
     * Ignores surrounding whitespace.
     *
     * @throws WorkerCannotStartException where the file holds no token
     */
    public static PortToken read(Path file) {
        String text;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw unusable(file, "is larger than " + MAX_BYTES + " bytes", null);
            }
            text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            throw unusable(file, "cannot be read (" + e.getClass().getSimpleName() + ")", e);
        }
        if (text.length() < MIN_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw unusable(
                    file,
                    "does not contain a token: at least " + MIN_LENGTH + " printable ASCII characters on one line",
                    null);
        }
        return new PortToken(text);
    }

    private static WorkerCannotStartException unusable(Path file, String problem, @Nullable Throwable cause) {
        return new WorkerCannotStartException(
                SETTING + "the file " + file + " " + problem
                        + ". Write a token into it, for example with openssl rand -hex 32.",
                cause);
    }

    /** The value of the {@code Authorization} header. */
    public String bearer() {
        return "Bearer " + value;
    }

    /** Whether an {@code Authorization} header has it. */
    public boolean isIn(@Nullable String authorization) {
        return authorization != null && areEqual(bearer(), authorization);
    }

    /** Whether it is that text. */
    public boolean is(String text) {
        return areEqual(value, text);
    }

    /** A signature that only who knows the token can make; names are for different uses of it. */
    public String sign(String purpose, String text) {
        try {
            Mac mac = Mac.getInstance(SIGNATURE);
            mac.init(new SecretKeySpec(value.getBytes(StandardCharsets.ISO_8859_1), SIGNATURE));
            return HexFormat.of().formatHex(mac.doFinal((purpose + "\n" + text).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public boolean isSignature(String signature, String purpose, String text) {
        return areEqual(sign(purpose, text), signature);
    }

    /** Takes as long for every wrong text of the same length. */
    private static boolean areEqual(String expected, String given) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.ISO_8859_1), given.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "PortToken[hidden]";
    }
}
