package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.agent.AgentReport;
import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.api.PromptDirectives;
import io.docsagent.worker.sandbox.fault.FaultSyntax;
import java.time.Duration;

/** An agent that does as the marks of a prompt say, and gives the rest of the prompt to one that edits. */
public final class DirectedAgent implements DocsAgent {

    private final DocsAgent editing;
    private final Duration least;

    /** @param least how long a prompt takes that has no mark for it; the edit itself comes on top */
    public DirectedAgent(DocsAgent editing, Duration least) {
        this.editing = editing;
        this.least = least;
    }

    @Override
    public AgentReport edit(Task task) throws InterruptedException {
        Script script = Script.of(task.prompt(), JobOutcome.COMPLETED, least);
        if (script.takes().compareTo(task.timeLimit()) > 0) {
            Thread.sleep(task.timeLimit());
            return AgentReport.failed(
                    "The agent took longer than " + task.timeLimit().toSeconds() + " s", "");
        }
        Thread.sleep(script.takes());
        return switch (script.outcome()) {
            case FAILED -> AgentReport.failed("The prompt asked for a failure, by its mark [fail]", "");
            case NO_CHANGES -> AgentReport.done("The prompt asked for no changes, by its mark [no-changes]");
            case COMPLETED, LATE_PR, ARCHIVED ->
                editing.edit(new Task(task.tree(), unmarked(task.prompt()), task.jobPages(), task.timeLimit()));
        };
    }

    private static String unmarked(String prompt) {
        String plain = prompt;
        for (String mark : PromptDirectives.in(prompt)) {
            if (Script.isMark(mark) || FaultSyntax.looksLikeOne(mark)) {
                plain = plain.replace("[" + mark + "]", "");
            }
        }
        String stripped = plain.strip();
        return stripped.isEmpty() ? prompt : stripped;
    }
}
