package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.agent.AgentReport;
import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.api.PromptDirectives;
import io.docsagent.worker.sandbox.fault.FaultSyntax;
import java.time.Duration;

/** Follows the directives of a prompt, and passes the rest of the prompt to another agent. */
public final class DirectedAgent implements DocsAgent {

    private final DocsAgent delegate;
    private final Duration minimum;

    /** @param minimum the delay of a prompt without a directive for it, in addition to the edit itself */
    public DirectedAgent(DocsAgent delegate, Duration minimum) {
        this.delegate = delegate;
        this.minimum = minimum;
    }

    @Override
    public AgentReport edit(Task task) throws InterruptedException {
        Script script = Script.of(task.prompt(), JobOutcome.COMPLETED, minimum);
        if (script.takes().compareTo(task.timeLimit()) > 0) {
            Thread.sleep(task.timeLimit());
            return AgentReport.failed(
                    "The agent took longer than " + task.timeLimit().toSeconds() + " s", "");
        }
        Thread.sleep(script.takes());
        return switch (script.outcome()) {
            case FAILED -> AgentReport.failed("The prompt requested a failure by its directive [fail]", "");
            case NO_CHANGES -> AgentReport.done("The prompt requested no changes by its directive [no-changes]");
            case COMPLETED, LATE_PR, ARCHIVED ->
                delegate.edit(
                        new Task(task.tree(), withoutDirectives(task.prompt()), task.jobPages(), task.timeLimit()));
        };
    }

    private static String withoutDirectives(String prompt) {
        String plain = prompt;
        for (String directive : PromptDirectives.in(prompt)) {
            if (Script.isDirective(directive) || FaultSyntax.looksLikeFault(directive)) {
                plain = plain.replace("[" + directive + "]", "");
            }
        }
        String stripped = plain.strip();
        return stripped.isEmpty() ? prompt : stripped;
    }
}
