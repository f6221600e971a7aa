package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;

/** No publisher has more uses than its budget. */
public final class BudgetsKept implements Guarantee {

    private final CountedUses uses = new CountedUses();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        uses.after(world, input, step);
        step.calls().stream().map(uses::publisherOf).distinct().forEach(publisher -> check(world, publisher));
    }

    private void check(ProjectWorld world, String publisher) {
        Integer maxUses = world.policy().sharing().of(publisher).maxUses();
        if (maxUses != null) {
            assertThat(uses.counting(publisher::equals, world.decidedAt()))
                    .as("uses of " + publisher)
                    .isLessThanOrEqualTo(maxUses);
        }
    }
}
