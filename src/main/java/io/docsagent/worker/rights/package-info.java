/** What Kafka denies this instance, whichever of its clients it is denied to. */
@NullMarked
package io.docsagent.worker.rights;

import org.jspecify.annotations.NullMarked;
