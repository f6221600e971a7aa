package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionStateTest {

    @Test
    void what_is_derived_of_a_project_is_built_anew_after_rules_that_failed_half_way() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            PartitionState state = new PartitionState(
                    RestoreTest.restored(engine), new HashMap<>(), engine.dependencies.policies(), job -> {});
            state.restore();
            String before = derived(state);

            assertThatThrownBy(() -> state.decide("docs", context -> {
                        context.index()
                                .timers()
                                .set(new Timer(Driven.START, Timer.Kind.COMMAND_EXPIRES, "docs/0000000000000000"));
                        throw new IllegalStateException("half-way");
                    }))
                    .hasMessage("half-way");

            assertThat(derived(state)).isEqualTo(before).contains("create 0");
        }
    }

    private static String derived(PartitionState state) {
        List<String> derived = new ArrayList<>();
        state.decide("docs", context -> {
            derived.add(context.index().toString());
            return Decision.NOTHING;
        });
        return derived.getFirst();
    }
}
