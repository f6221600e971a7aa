/** The whole worker on a real broker, with the sandbox as the oracle. */
@NullMarked
package io.docsagent.worker.system;

import org.jspecify.annotations.NullMarked;
