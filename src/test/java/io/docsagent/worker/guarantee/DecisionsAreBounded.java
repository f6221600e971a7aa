package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;

/**
 * However many commands an input concerns, one decision has a bounded number of effects, reads and writes a bounded
 * number of records, and allocates a bounded amount of memory.
 */
public final class DecisionsAreBounded implements Guarantee {

    /** Of 500 commands that end: an event, a public record, its deletion, and a count each; and as many again beside. */
    private static final int MOST_EFFECTS = 4_000;

    /** A queued command and a mark each, and as many again beside. */
    private static final int MOST_RECORDS = 2_000;

    /** Ten times what a slice of small commands takes, which is some 6 MB; prompts are bounded to 1 MiB in one decision. */
    private static final long MOST_BYTES = 64L << 20;

    /** A project's own record and what is small come on top of the prompts. */
    private static final long MOST_READ = 4L << 20;

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        after(world, step);
    }

    /** After a decision. */
    public void after(ProjectWorld world, Step step) {
        Decision decision = step.decision();
        assertThat(decision.effects().size()).as("effects of one decision").isLessThan(MOST_EFFECTS);
        assertThat(records(decision)).as("records that one decision writes").isLessThan(MOST_RECORDS);
        assertThat(world.bytesRead())
                .as("bytes of records that one decision reads")
                .isLessThan(MOST_READ);
        assertThat(world.allocated()).as("bytes that one decision allocates").isLessThan(MOST_BYTES);
    }

    private static int records(Decision decision) {
        Decision.Changes changes = decision.changes();
        return changes.projects().size()
                + changes.queue().size()
                + changes.jobs().size()
                + changes.seen().size();
    }
}
