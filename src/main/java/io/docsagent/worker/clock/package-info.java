/** The log's time: what it is, how far an instance's clock is off, and what is to happen when. */
@NullMarked
package io.docsagent.worker.clock;

import org.jspecify.annotations.NullMarked;
