package io.docsagent.worker.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Finds as few of a run's faults as still break a promise. */
final class Bisection {

    private Bisection() {}

    /**
     * Leaves out more and more of the faults, halves of them first.
     *
     * @param breaks whether a promise is broken when the faults with these numbers do not happen
     * @return the numbers of the faults that are not needed
     */
    static Set<Integer> unneeded(int faults, Predicate<Set<Integer>> breaks) {
        Set<Integer> omitted = new HashSet<>();
        for (int size = Math.max(1, faults / 2); ; size /= 2) {
            for (int from = 0; from < faults; from += size) {
                Set<Integer> more = new HashSet<>(omitted);
                more.addAll(numbers(from, Math.min(faults, from + size)));
                if (more.size() > omitted.size() && breaks.test(more)) {
                    omitted = more;
                }
            }
            if (size == 1) {
                return omitted;
            }
        }
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number < to; number++) {
            numbers.add(number);
        }
        return numbers;
    }
}
