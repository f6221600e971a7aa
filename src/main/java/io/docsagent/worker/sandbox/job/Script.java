package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.api.PromptDirectives;
import io.docsagent.worker.sandbox.fault.FaultSyntax;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a prompt's directives set for its job: outcome, duration, and status while it is active. */
record Script(JobOutcome outcome, Duration takes, String statusMeanwhile) {

    private static final String ACTIVE = "active";

    /** Applies the directives to the defaults; if directives contradict each other, the last one applies. */
    static Script of(String prompt, JobOutcome outcome, Duration takes) {
        Script script = new Script(outcome, takes, ACTIVE);
        for (String directive : PromptDirectives.in(prompt)) {
            script = script.with(directive);
        }
        return script;
    }

    /** Whether the text is a directive rather than prose in brackets. */
    static boolean isDirective(String directive) {
        Script plain = new Script(JobOutcome.COMPLETED, Duration.ofNanos(1), ACTIVE);
        return !plain.with(directive).equals(plain);
    }

    private Script with(String directive) {
        return switch (directive) {
            case "fail" -> withOutcome(JobOutcome.FAILED);
            case "archive" -> withOutcome(JobOutcome.ARCHIVED);
            case "no-changes" -> withOutcome(JobOutcome.NO_CHANGES);
            case "late-pr" -> withOutcome(JobOutcome.LATE_PR);
            default -> withArgument(directive);
        };
    }

    private Script withArgument(String directive) {
        if (directive.startsWith("status ")) {
            return new Script(
                    outcome, takes, directive.substring("status ".length()).strip());
        }
        Duration duration = directive.startsWith("takes ") ? durationIn(directive.substring("takes ".length())) : null;
        return duration == null ? this : new Script(outcome, duration, statusMeanwhile);
    }

    private Script withOutcome(JobOutcome other) {
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
