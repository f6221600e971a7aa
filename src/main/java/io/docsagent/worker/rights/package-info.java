/** The rights that Kafka denies to any client of this instance while it runs. */
@NullMarked
package io.docsagent.worker.rights;

import org.jspecify.annotations.NullMarked;
