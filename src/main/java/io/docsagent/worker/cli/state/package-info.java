/** The tools that show the state of projects and commands. */
@NullMarked
package io.docsagent.worker.cli.state;

import org.jspecify.annotations.NullMarked;
