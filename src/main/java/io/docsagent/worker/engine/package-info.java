/** Kafka Streams around the domain: load, decide, save, forward. */
@NullMarked
package io.docsagent.worker.engine;

import org.jspecify.annotations.NullMarked;
