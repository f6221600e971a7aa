package io.docsagent.worker.sandbox.agent;

import java.util.List;

/** A deterministic writer: the same request on the same files gives the same edit. */
public final class DocsWriter implements DocsAgent {

    private static final List<Skill> SKILLS = List.of(
            new FixTypo(),
            new RenamePage(),
            new DocumentEndpoint(),
            new AddPage(),
            new AddSection(),
            new DescribeInPage(),
            new QuoteRequest());

    @Override
    public AgentReport edit(Task task) {
        Skill.Request request = Skill.Request.of(task);
        for (Skill skill : SKILLS) {
            String done = skill.tryEdit(request);
            if (done != null) {
                return AgentReport.done(done);
            }
        }
        throw new IllegalStateException("The last skill accepts every request");
    }
}
