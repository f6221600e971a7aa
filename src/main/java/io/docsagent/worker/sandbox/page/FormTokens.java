package io.docsagent.worker.sandbox.page;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that prove that a form comes from one of our pages: they match the browser's session, which other sites cannot
 * read.
 */
final class FormTokens {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final byte[] secret = random(32);

    String newSession() {
        return HexFormat.of().formatHex(random(BYTES));
    }

    String token(String session) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(session.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    boolean matches(@Nullable String session, String token) {
        return session != null
                && MessageDigest.isEqual(
                        token(session).getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
