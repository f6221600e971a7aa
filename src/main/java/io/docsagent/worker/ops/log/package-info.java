/** What the worker logs: how often, and in which form. */
@NullMarked
package io.docsagent.worker.ops.log;

import org.jspecify.annotations.NullMarked;
