/** Tries to break the promises with real processes: kills, freezes, lost brokers, a service that misbehaves. */
@NullMarked
package io.docsagent.worker.faults;

import org.jspecify.annotations.NullMarked;
