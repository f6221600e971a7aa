/** Clocks, schedulers and neighbours that tests crank by hand. */
@NullMarked
package io.docsagent.worker.testkit;

import org.jspecify.annotations.NullMarked;
