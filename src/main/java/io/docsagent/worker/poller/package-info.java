/** Follows jobs with GETs and reports what changed. */
@NullMarked
package io.docsagent.worker.poller;

import org.jspecify.annotations.NullMarked;
