package io.docsagent.worker.simulation.rule;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A rule of the design.
 *
 * @param sentence what holds
 * @param seed of the first run, from {@link #firstSeed} on, that noticed its absence when this was written; other code may need a later one
 * @param changes of source files, after which it does not hold
 */
record Rule(String sentence, long seed, List<Change> changes) {

    /** The seed from which on publishers do everything that they can. */
    private static final long WITH_EVERYTHING = 1_000_000;

    /** From which on some runs have several publishers. */
    private static final long WITH_PUBLISHERS = 2_000_000;

    /** From which on some runs have operators, and commands that are published again when they may be forgotten. */
    private static final long WITH_OPERATIONS = 3_000_000;

    /** The first run that may notice it: earlier ones lack the traffic that it is about. */
    long firstSeed() {
        if (seed >= WITH_OPERATIONS) {
            return WITH_OPERATIONS;
        }
        if (seed >= WITH_PUBLISHERS) {
            return WITH_PUBLISHERS;
        }
        return seed < WITH_EVERYTHING ? 1 : WITH_EVERYTHING;
    }

    static Rule of(String sentence, long seed, Change... changes) {
        return new Rule(sentence, seed, List.of(changes));
    }

    /** The changed sources, by their files. */
    Map<Path, String> sources() {
        Map<Path, String> sources = new TreeMap<>();
        for (Change change : changes) {
            String text = sources.computeIfAbsent(change.file(), file -> change.read());
            sources.put(change.file(), change.applyTo(text));
        }
        return sources;
    }

    @Override
    public String toString() {
        return sentence;
    }
}
