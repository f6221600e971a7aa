package io.docsagent.worker.bench;

/** A part of the benchmark; it starts what it measures, and stops it again. */
@FunctionalInterface
interface Part {
    void measure(Bench bench);
}
