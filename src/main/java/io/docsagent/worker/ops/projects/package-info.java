/** The endpoints that show projects, with their queues and commands. */
@NullMarked
package io.docsagent.worker.ops.projects;

import org.jspecify.annotations.NullMarked;
