/** The tools of the jar on the command line, without Spring. */
@NullMarked
package io.docsagent.worker.cli;

import org.jspecify.annotations.NullMarked;
