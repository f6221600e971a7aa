package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.fault.Fault.Moment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;

/**
 * Faults as words, for settings and for marks in prompts: {@code answer 503 retry-after 5}, {@code redirect URL},
 * {@code truncated}, {@code html}, {@code empty}, {@code huge 1000000}, {@code hang}, {@code drop}, {@code late 2s};
 * then {@code before} or {@code after} (the work), then {@code times 2}.
 */
public final class FaultSyntax {

    private static final Set<String> FIRST_WORDS =
            Set.of("answer", "redirect", "truncated", "html", "empty", "huge", "hang", "drop", "late");

    private final Deque<String> words;

    private FaultSyntax(String text) {
        words = new ArrayDeque<>(Arrays.asList(text.strip().split("\\s+")));
    }

    public static boolean looksLikeOne(String text) {
        int space = text.indexOf(' ');
        return FIRST_WORDS.contains(space < 0 ? text : text.substring(0, space));
    }

    /** Reads a rule for all operations; throws {@link IllegalArgumentException} where it cannot. */
    static FaultRule parse(String text) {
        FaultSyntax reader = new FaultSyntax(text);
        try {
            Fault fault = reader.moment(reader.fault());
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

    private Fault moment(Fault fault) {
        Moment moment = skip("before") ? Moment.BEFORE_WORK : skip("after") ? Moment.AFTER_WORK : fault.moment();
        return switch (fault) {
            case Fault.Late late -> new Fault.Late(late.by(), moment);
            case Fault.Ends ends -> new Fault.Ends(ends.ending(), moment);
        };
    }

    private boolean skip(String word) {
        if (!word.equals(words.peek())) {
            return false;
        }
        words.remove();
        return true;
    }

    public static Duration duration(String text) {
        return DurationStyle.SIMPLE.parse(text);
    }
}
