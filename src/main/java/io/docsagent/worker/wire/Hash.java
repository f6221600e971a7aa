package io.docsagent.worker.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/** SHA-256 in the forms that records and keys carry. */
public final class Hash {

    private static final int SHORT_BYTES = 24;

    private Hash() {}

    /** The whole digest, 43 characters of base64url. */
    public static String sha256(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(bytes));
    }

    /** The whole digest, 64 lower-case hexadecimal digits, as {@code sha256sum} shows it. */
    public static String sha256Hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes));
    }

    /** A UUID of version 8 (RFC 9562): the digest's first 128 bits, but for those of version and variant. */
    public static UUID uuid(byte[] bytes) {
        ByteBuffer digest = ByteBuffer.wrap(digest(bytes));
        long high = (digest.getLong() & ~0xF000L) | 0x8000L;
        long low = (digest.getLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(high, low);
    }

    static String short192(String text) {
        byte[] digest = digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, SHORT_BYTES));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
