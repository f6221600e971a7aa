/** {@code ask}: publishes a command and waits for its end. */
@NullMarked
package io.docsagent.worker.cli.ask;

import org.jspecify.annotations.NullMarked;
