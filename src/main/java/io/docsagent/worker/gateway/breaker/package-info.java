/** Stops calls to a service that fails, as a circuit breaker, before the backlog has become unknown outcomes. */
@NullMarked
package io.docsagent.worker.gateway.breaker;

import org.jspecify.annotations.NullMarked;
