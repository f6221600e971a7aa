package io.docsagent.worker.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** How fast rounds of the same work were, one after the other, until the program was warm. */
record Rates(List<Double> perSecond) {

    /** By so much a round has to exceed all before it for the program to be still warming up. */
    private static final double FASTER = 1.05;

    /** Rounds without a faster one, after which the program is warm. */
    private static final int FLAT = 3;

    /**
     * Repeats a round until it gets no faster.
     *
     * @param most rounds after which it is taken for warm in any case
     * @param round measures the round of that number, from 0 on
     */
    static Rates untilWarm(int most, IntToDoubleFunction round) {
        List<Double> rates = new ArrayList<>();
        while (rates.size() < 2 || (rates.size() < most && !isFlat(rates))) {
            rates.add(round.applyAsDouble(rates.size()));
        }
        return new Rates(rates);
    }

    /** Of the program as it was started. */
    double first() {
        return perSecond.getFirst();
    }

    double second() {
        return perSecond.get(1);
    }

    /** The median of the last rounds. */
    double warm() {
        Figures last = new Figures();
        perSecond
                .subList(Math.max(0, perSecond.size() - FLAT), perSecond.size())
                .forEach(last::add);
        return last.median();
    }

    private static boolean isFlat(List<Double> rates) {
        int before = rates.size() - FLAT;
        return before > 0
                && Collections.max(rates.subList(before, rates.size()))
                        < FASTER * Collections.max(rates.subList(0, before));
    }
}
