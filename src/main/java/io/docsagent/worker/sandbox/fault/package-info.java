/** Faults that are injected before or after the service's work. */
@NullMarked
package io.docsagent.worker.sandbox.fault;

import org.jspecify.annotations.NullMarked;
