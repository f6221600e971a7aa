/** Those who edit documentation as prompts ask: a deterministic writer, or any program. */
@NullMarked
package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.NullMarked;
