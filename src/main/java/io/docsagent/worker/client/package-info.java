/** For publishers: sends commands and waits for their ends, with Kafka's clients and Jackson alone. */
@NullMarked
package io.docsagent.worker.client;

import org.jspecify.annotations.NullMarked;
