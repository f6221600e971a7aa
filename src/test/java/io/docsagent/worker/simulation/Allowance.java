package io.docsagent.worker.simulation;

import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many uses the settings allow: the loosest of those under which somebody may have decided what arrives now. */
final class Allowance {

    private final List<InForce> all = new ArrayList<>();
    private final Map<String, List<Instant>> uses = new HashMap<>();

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

    /**
     * A POST has arrived.
     *
     * @param now the true time
     * @param at by the service's clock
     * @return what is wrong with that; null where nothing is
     */
    @Nullable
    String used(String project, String publisher, Instant now, Instant at) {
        List<Instant> ofProject = uses.computeIfAbsent(project, none -> new ArrayList<>());
        ofProject.add(at);
        List<InForce> inForce = all.stream().filter(one -> one.matters(now)).toList();
        int capacity = inForce.stream()
                .mapToInt(one -> one.settings.quota().capacity())
                .max()
                .orElse(0);
        Duration period = inForce.stream()
                .map(one -> one.settings.quota().period())
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        String tooMany = rolling(ofProject, capacity, period);
        String ofPublisher = ofPublisher(project, publisher, at, period, inForce);
        return tooMany == null ? ofPublisher : tooMany;
    }

    /** A publisher's budget is the same in all settings of a run. */
    private @Nullable String ofPublisher(
            String project, String publisher, Instant at, Duration period, List<InForce> inForce) {
        List<Instant> own = uses.computeIfAbsent(project + " by " + publisher, none -> new ArrayList<>());
        own.add(at);
        Integer budget = inForce.isEmpty() ? null : Settings.budgetOf(publisher, inForce.getFirst().settings);
        String tooMany = budget == null ? null : rolling(own, budget, period);
        return tooMany == null ? null : tooMany + ", of publisher " + publisher;
    }

    private static @Nullable String rolling(List<Instant> ofProject, int capacity, Duration period) {
        int before = ofProject.size() - 1 - capacity;
        Instant last = ofProject.getLast();
        return before >= 0 && ofProject.get(before).plus(period).isAfter(last)
                ? capacity + 1 + " uses from " + ofProject.get(before) + " to " + last + ", in less than " + period
                : null;
    }
}
