package io.docsagent.worker.gateway.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Removes secrets from texts, whether they appear literally, escaped, or within Base64. */
public final class Redaction {

    /** The replacement for a secret. */
    public static final String MARK = "[redacted]";

    /** A shorter secret would match ordinary words and garble texts. */
    public static final int MIN_LENGTH = 8;

    /** Twice the number of key files that are compared, so that replaced keys are remembered as well: up to 20 MB. */
    static final int MAX_SECRETS = 2 * ProjectKeys.MAX_FILES;

    private static final long BASE = 1_000_003;

    private final SequencedSet<String> secrets = new LinkedHashSet<>();

    /** The forms of the secrets, by the hash of their first {@link #MIN_LENGTH} characters. */
    private final Map<Long, Set<String>> needles = new ConcurrentHashMap<>();

    /** From now on removes this secret too; beyond {@link #MAX_SECRETS} the one given longest ago is forgotten. */
    public synchronized void add(String secret) {
        if (secret.length() < MIN_LENGTH) {
            return;
        }
        boolean isNew = !secrets.contains(secret);
        secrets.addLast(secret);
        if (isNew) {
            forms(secret)
                    .forEach(form -> needles.computeIfAbsent(startOf(form), any -> ConcurrentHashMap.newKeySet())
                            .add(form));
        }
        if (secrets.size() > MAX_SECRETS) {
            forget(secrets.removeFirst());
        }
    }

    private void forget(String secret) {
        forms(secret)
                .forEach(form -> needles.computeIfPresent(startOf(form), (start, known) -> {
                    known.remove(form);
                    return known.isEmpty() ? null : known;
                }));
    }

    /** The secret, and its forms in the Base64 of any text around it, one for each of the three alignments. */
    private static Set<String> forms(String secret) {
        Set<String> forms = new LinkedHashSet<>(Set.of(secret));
        byte[] bytes = secret.getBytes(ISO_8859_1);
        for (int before = 0; before < 3; before++) {
            byte[] padded = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, padded, before, bytes.length);
            // A character holds six bits; the first and the last may also hold bits of the adjacent text.
            int from = (before * 8 + 5) / 6;
            int to = padded.length * 8 / 6;
            forms.add(Base64.getEncoder().encodeToString(padded).substring(from, to));
            forms.add(Base64.getUrlEncoder().encodeToString(padded).substring(from, to));
        }
        return forms;
    }

    /** The text, with each secret replaced by {@link #MARK}. */
    public String apply(String text) {
        BitSet hidden = new BitSet();
        if (!needles.isEmpty()) {
            for (Unescaped view = Unescaped.nothing(text); view != null; view = view.once()) {
                mark(view, hidden);
            }
        }
        return hidden.isEmpty() ? text : without(text, hidden);
    }

    /** Rabin and Karp's search: the hash of the window moves on with each character. */
    private void mark(Unescaped view, BitSet hidden) {
        String text = view.text();
        long leaving = power(MIN_LENGTH);
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = hash * BASE + text.charAt(i) - (i < MIN_LENGTH ? 0 : leaving * text.charAt(i - MIN_LENGTH));
            int start = i - MIN_LENGTH + 1;
            Set<String> candidates = start < 0 ? null : needles.get(hash);
            if (candidates != null) {
                for (String needle : candidates) {
                    if (text.startsWith(needle, start)) {
                        hidden.set(view.from(start), view.to(start + needle.length() - 1));
                    }
                }
            }
        }
    }

    private static long startOf(String form) {
        long hash = 0;
        for (int i = 0; i < MIN_LENGTH; i++) {
            hash = hash * BASE + form.charAt(i);
        }
        return hash;
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= BASE;
        }
        return power;
    }

    private static String without(String text, BitSet hidden) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            if (hidden.get(i)) {
                kept.append(MARK);
                i = hidden.nextClearBit(i);
            } else {
                kept.append(text.charAt(i++));
            }
        }
        return kept.toString();
    }
}
