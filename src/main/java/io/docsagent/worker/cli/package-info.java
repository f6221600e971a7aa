/** What the jar does on a command line, without Spring. */
@NullMarked
package io.docsagent.worker.cli;

import org.jspecify.annotations.NullMarked;
