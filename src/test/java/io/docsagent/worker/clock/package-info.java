/** Clocks and schedulers that a test advances by hand. */
@NullMarked
package io.docsagent.worker.clock;

import org.jspecify.annotations.NullMarked;
