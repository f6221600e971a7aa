/** The schedule of GETs, cranked by hand. */
@NullMarked
package io.docsagent.worker.poller;

import org.jspecify.annotations.NullMarked;
