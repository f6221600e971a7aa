/** Agents that edit documentation as a prompt requests: a deterministic writer, or any program. */
@NullMarked
package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.NullMarked;
