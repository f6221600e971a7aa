/** The console: read-only pages for operators, on a port of their own. */
@NullMarked
package io.docsagent.worker.ops.console;

import org.jspecify.annotations.NullMarked;
