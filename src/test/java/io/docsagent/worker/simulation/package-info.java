/** The whole worker in one thread: production classes over a simulated clock, broker and service, repeatable by seed. */
@NullMarked
package io.docsagent.worker.simulation;

import org.jspecify.annotations.NullMarked;
