package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.api.PromptDirectives;
import io.docsagent.worker.sandbox.fault.FaultSyntax;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the marks of a prompt tell a job to do: its outcome, how long it takes, its status meanwhile. */
record Script(JobOutcome outcome, Duration takes, String statusMeanwhile) {

    private static final String ACTIVE = "active";

    /** Reads the marks over what holds without any; of marks that contradict each other the last one holds. */
    static Script of(String prompt, JobOutcome outcome, Duration takes) {
        Script script = new Script(outcome, takes, ACTIVE);
        for (String mark : PromptDirectives.in(prompt)) {
            script = script.with(mark);
        }
        return script;
    }

    /** Whether the mark is for the sandbox rather than prose in brackets. */
    static boolean isMark(String mark) {
        Script plain = new Script(JobOutcome.COMPLETED, Duration.ofNanos(1), ACTIVE);
        return !plain.with(mark).equals(plain);
    }

    private Script with(String mark) {
        return switch (mark) {
            case "fail" -> ending(JobOutcome.FAILED);
            case "archive" -> ending(JobOutcome.ARCHIVED);
            case "no-changes" -> ending(JobOutcome.NO_CHANGES);
            case "late-pr" -> ending(JobOutcome.LATE_PR);
            default -> withArgument(mark);
        };
    }

    private Script withArgument(String mark) {
        if (mark.startsWith("status ")) {
            return new Script(outcome, takes, mark.substring("status ".length()).strip());
        }
        Duration own = mark.startsWith("takes ") ? durationIn(mark.substring("takes ".length())) : null;
        return own == null ? this : new Script(outcome, own, statusMeanwhile);
    }

    private Script ending(JobOutcome other) {
        return new Script(other, takes, statusMeanwhile);
    }

    private static @Nullable Duration durationIn(String text) {
        try {
            return FaultSyntax.duration(text.strip());
        } catch (IllegalArgumentException prose) {
            return null;
        }
    }
}
