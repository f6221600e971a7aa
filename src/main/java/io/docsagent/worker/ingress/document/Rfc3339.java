package io.docsagent.worker.ingress.document;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** RFC 3339's date-time, whole: any offset up to 23:59 (Java stops at 18:00), lower case, leap seconds. */
final class Rfc3339 {

    /** Of any reasonable fraction; the grammar itself has no bound. */
    private static final int MAX_LENGTH = 64;

    private static final int SECONDS_OF_DAY = 86_400;

    /** Of the years that the text of an instant may have: an offset can lead out of them. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Pattern DATE_TIME =
            Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?"
                    + "(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))");

    private Rfc3339() {}

    /** The instant, cut to milliseconds, which is what state and records keep; null where the text is none. */
    static @Nullable Instant parse(String text) {
        Matcher parts = DATE_TIME.matcher(text.length() <= MAX_LENGTH ? text : "");
        if (!parts.matches()) {
            return null;
        }
        int second = number(parts, 6);
        try {
            LocalDateTime local = LocalDateTime.of(
                    number(parts, 1),
                    number(parts, 2),
                    number(parts, 3),
                    number(parts, 4),
                    number(parts, 5),
                    second == 60 ? 59 : second);
            long utc = local.toEpochSecond(ZoneOffset.UTC) - offsetSeconds(parts);
            if (second == 60) {
                return Math.floorMod(utc, SECONDS_OF_DAY) == SECONDS_OF_DAY - 1 ? writable(utc + 1, 0) : null;
            }
            return writable(utc, millis(parts.group(7)));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Instant writable(long seconds, int millis) {
        Instant instant = Instant.ofEpochMilli(seconds * 1_000 + millis);
        return instant.isBefore(FIRST) || instant.isAfter(LAST) ? null : instant;
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    private static int offsetSeconds(Matcher parts) {
        if (parts.group(8) == null) {
            return 0;
        }
        int seconds = number(parts, 9) * 3_600 + number(parts, 10) * 60;
        return parts.group(8).equals("-") ? -seconds : seconds;
    }

    private static int millis(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "00").substring(0, 3));
    }
}
