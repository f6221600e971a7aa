/** The Agent Job Service in our words, and the listener that calls it at most once. */
@NullMarked
package io.docsagent.worker.gateway;

import org.jspecify.annotations.NullMarked;
