package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.History.Limit;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many uses the settings allow: the loosest of those under which somebody may have decided what arrives now. */
final class Allowance {

    private final List<InForce> all = new ArrayList<>();

    /** The settings of one instance, for as long as it lives. */
    static final class InForce {

        private final WorkerProperties settings;
        private @Nullable Instant until;

        private InForce(WorkerProperties settings) {
            this.settings = settings;
        }

        void ends(Instant now) {
            until = until == null ? now : until;
        }

        /** Until when what was decided under them may arrive, or counts. */
        private boolean matters(Instant now) {
            return until == null
                    || until.plus(settings.quota().period()).plus(slack()).isAfter(now);
        }

        private Duration slack() {
            return settings.dispatch()
                    .notAfter()
                    .plus(settings.api().responseTimeout())
                    .plus(settings.quota().straggler())
                    .plus(settings.clock().maxSkew().multipliedBy(4));
        }
    }

    InForce begins(WorkerProperties settings) {
        InForce one = new InForce(settings);
        all.add(one);
        return one;
    }

    /** Of a project. */
    Limit quotaAt(Instant now) {
        List<InForce> inForce = inForceAt(now);
        int capacity = inForce.stream()
                .mapToInt(one -> one.settings.quota().capacity())
                .max()
                .orElse(0);
        return new Limit(capacity, period(inForce));
    }

    /** Of a publisher, which is the same in all settings of a run; null where it has none. */
    @Nullable
    Limit budgetAt(Instant now, String publisher) {
        List<InForce> inForce = inForceAt(now);
        Integer budget = inForce.isEmpty() ? null : Settings.budgetOf(publisher, inForce.getFirst().settings);
        return budget == null ? null : new Limit(budget, period(inForce));
    }

    private List<InForce> inForceAt(Instant now) {
        return all.stream().filter(one -> one.matters(now)).toList();
    }

    private static Duration period(List<InForce> inForce) {
        return inForce.stream()
                .map(one -> one.settings.quota().period())
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
