/** The jobs that the service shows: simulated ones, and those of repositories. */
@NullMarked
package io.docsagent.worker.sandbox.job;

import org.jspecify.annotations.NullMarked;
