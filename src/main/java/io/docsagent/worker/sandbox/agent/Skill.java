package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.Nullable;

/** One kind of request that the writer understands. */
interface Skill {

    /** What was done, in one line, or null if the request is of another kind. */
    @Nullable
    String tryEdit(Request request);

    /** @param instruction the first line of the prompt, shortened, which says what to do */
    record Request(DocsSite site, Navigation navigation, String instruction, DocsAgent.Task task) {

        private static final int MAX_INSTRUCTION = 400;

        static Request of(DocsAgent.Task task) {
            DocsSite site = new DocsSite(task.tree());
            String first = task.prompt().strip().lines().findFirst().orElse("");
            String instruction = TextStart.of(first, MAX_INSTRUCTION).strip();
            return new Request(site, new Navigation(site), instruction, task);
        }
    }
}
