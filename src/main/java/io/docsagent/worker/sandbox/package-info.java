/** A simulation of the Agent Job Service for demos and tests; depends on nothing of the worker. */
@NullMarked
package io.docsagent.worker.sandbox;

import org.jspecify.annotations.NullMarked;
