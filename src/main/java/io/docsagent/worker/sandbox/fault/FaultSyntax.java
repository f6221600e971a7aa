package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.fault.Fault.Phase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;

/**
 * The textual form of faults, in settings and in directives of prompts: {@code answer 503 retry-after 5}, {@code
 * redirect URL}, {@code truncated}, {@code html}, {@code empty}, {@code huge 1000000}, {@code hang}, {@code drop},
 * {@code late 2s}; then {@code before} or {@code after} (the work), then {@code times 2}.
 */
public final class FaultSyntax {

    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Set<String> FIRST_WORDS =
            Set.of("answer", "redirect", "truncated", "html", "empty", "huge", "hang", "drop", "late");

    private final Deque<String> words;

    private FaultSyntax(String text) {
        words = new ArrayDeque<>(Arrays.asList(text.strip().split("\\s+")));
    }

    public static boolean looksLikeFault(String text) {
        int space = text.indexOf(' ');
        return FIRST_WORDS.contains(space < 0 ? text : text.substring(0, space));
    }

    /** Parses a rule for all operations; throws {@link IllegalArgumentException} if the text is not a fault. */
    static FaultRule parse(String text) {
        FaultSyntax reader = new FaultSyntax(text);
        try {
            Fault fault = reader.phase(reader.fault());
            long times = reader.skip("times") ? Long.parseLong(reader.words.remove()) : FaultRule.ALWAYS;
            if (!reader.words.isEmpty()) {
                throw new IllegalArgumentException("too many words");
            }
            return fault.everywhere().times(times);
        } catch (RuntimeException unreadable) {
            throw new IllegalArgumentException("Not a fault: '" + text + "'", unreadable);
        }
    }

    private Fault fault() {
        return switch (words.remove()) {
            case "answer" -> answer(Integer.parseInt(words.remove()));
            case "redirect" -> Fault.redirect(words.remove());
            case "truncated" -> Fault.truncated();
            case "html" -> Fault.html();
            case "empty" -> Fault.empty();
            case "huge" -> Fault.huge(Integer.parseInt(words.remove()));
            case "hang" -> Fault.hang();
            case "drop" -> Fault.drop();
            case "late" -> Fault.late(duration(words.remove()));
            default -> throw new IllegalArgumentException("unknown word");
        };
    }

    private Fault answer(int status) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("no status");
        }
        return skip("retry-after") ? Fault.status(status, words.remove()) : Fault.status(status);
    }

    private Fault phase(Fault fault) {
        Phase phase = skip("before") ? Phase.BEFORE_WORK : skip("after") ? Phase.AFTER_WORK : fault.phase();
        return new Fault(fault.delay(), fault.end(), phase);
    }

    private boolean skip(String word) {
        if (!word.equals(words.peek())) {
            return false;
        }
        words.remove();
        return true;
    }

    /** @throws IllegalArgumentException for what is no duration from 0 to a year */
    public static Duration duration(String text) {
        Duration duration = DurationStyle.SIMPLE.parse(text);
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("not from 0 to " + LONGEST.toDays() + "d");
        }
        return duration;
    }
}
