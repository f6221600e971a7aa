/** Brokers, workers, publishers and subscribers, as processes or in this JVM, for tests, faults and the benchmark. */
@NullMarked
package io.docsagent.worker.harness;

import org.jspecify.annotations.NullMarked;
