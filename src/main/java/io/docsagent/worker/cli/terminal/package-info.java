/** What the tools share that people see. */
@NullMarked
package io.docsagent.worker.cli.terminal;

import org.jspecify.annotations.NullMarked;
