/** How much of everything an installation needs, computed from what the benchmark has measured. */
@NullMarked
package io.docsagent.worker.capacity;

import org.jspecify.annotations.NullMarked;
