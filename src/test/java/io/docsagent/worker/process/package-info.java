/** Processes that tests and benchmarks start, and how they wait for them. */
@NullMarked
package io.docsagent.worker.process;

import org.jspecify.annotations.NullMarked;
