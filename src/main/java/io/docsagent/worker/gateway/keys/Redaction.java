package io.docsagent.worker.gateway.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Removes secrets from texts, whether they appear as they are, escaped as in JSON or a URL, or within Base64. */
public final class Redaction {

    /** The replacement for a secret. */
    public static final String MARK = "[redacted]";

    /** A shorter secret would match ordinary words and garble texts. */
    public static final int MIN_LENGTH = 8;

    /** Twice the number of key files that are compared, so that replaced keys are remembered as well: up to 20 MB. */
    static final int MAX_SECRETS = 2 * ProjectKeys.MAX_FILES;

    private static final Pattern URL_ESCAPE = Pattern.compile("%..");

    private static final Pattern NO_LETTER_OR_DIGIT = Pattern.compile("[^A-Za-z0-9]");

    private final SequencedSet<String> secrets = new LinkedHashSet<>();

    /**
     * The forms of the secrets by their first {@link #MIN_LENGTH} characters and by their lengths, so that a search costs
     * the same, about 25 ns for each character of the text, with one key and with thousands that begin alike.
     */
    private final Map<String, Map<Integer, Set<String>>> forms = new ConcurrentHashMap<>();

    /** From now on removes this secret too; beyond {@link #MAX_SECRETS} the one given longest ago is forgotten. */
    public synchronized void add(String secret) {
        if (secret.length() < MIN_LENGTH) {
            return;
        }
        boolean isNew = !secrets.contains(secret);
        secrets.addLast(secret);
        if (isNew) {
            formsOf(secret)
                    .forEach(form -> forms.computeIfAbsent(startOf(form, 0), any -> new ConcurrentHashMap<>())
                            .computeIfAbsent(form.length(), any -> ConcurrentHashMap.newKeySet())
                            .add(form));
        }
        if (secrets.size() > MAX_SECRETS) {
            forget(secrets.removeFirst());
        }
    }

    private void forget(String secret) {
        formsOf(secret)
                .forEach(form -> forms.computeIfPresent(startOf(form, 0), (start, byLength) -> {
                    byLength.computeIfPresent(form.length(), (length, known) -> {
                        known.remove(form);
                        return known.isEmpty() ? null : known;
                    });
                    return byLength.isEmpty() ? null : byLength;
                }));
    }

    private static Set<String> formsOf(String secret) {
        Set<String> forms = new LinkedHashSet<>();
        String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
        forms.add(secret);
        forms.add(json);
        forms.add(json.replace("/", "\\/"));
        // HTML forms leave fewer characters as they are than URLs, and strict encoders none but letters and digits.
        String form = URLEncoder.encode(secret, UTF_8);
        for (String url : List.of(form, form.replace("%7E", "~"), strictlyEncoded(secret))) {
            forms.add(url);
            forms.add(
                    URL_ESCAPE.matcher(url).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT)));
        }
        addBase64(secret, forms);
        return forms;
    }

    private static String strictlyEncoded(String secret) {
        return NO_LETTER_OR_DIGIT
                .matcher(secret)
                .replaceAll(
                        character -> "%%%02X".formatted((int) character.group().charAt(0)));
    }

    /** In the Base64 of any text around it, as in {@code user:password}: one form for each of the three alignments. */
    private static void addBase64(String secret, Set<String> forms) {
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
    }

    /** The text, with each secret replaced by {@link #MARK}. */
    public String apply(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        int hidden = 0;
        for (int i = 0; i < text.length(); i++) {
            int end = endOfSecret(text, i);
            if (end > i && i >= hidden) {
                shown.append(MARK);
            }
            hidden = Math.max(hidden, end);
            if (i >= hidden) {
                shown.append(text.charAt(i));
            }
        }
        return hidden == 0 ? text : shown.toString();
    }

    /** Of the longest one that begins there; 0 for none. */
    private int endOfSecret(String text, int start) {
        int end = 0;
        if (start + MIN_LENGTH <= text.length()) {
            for (var known : forms.getOrDefault(startOf(text, start), Map.of()).entrySet()) {
                int to = start + known.getKey();
                if (to > end && to <= text.length() && known.getValue().contains(text.substring(start, to))) {
                    end = to;
                }
            }
        }
        return end;
    }

    private static String startOf(String text, int from) {
        return text.substring(from, from + MIN_LENGTH);
    }
}
