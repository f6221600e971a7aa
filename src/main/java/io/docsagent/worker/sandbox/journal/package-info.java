/** Every request that the service received, in order. */
@NullMarked
package io.docsagent.worker.sandbox.journal;

import org.jspecify.annotations.NullMarked;
