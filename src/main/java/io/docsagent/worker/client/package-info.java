/** For publishers: sends commands and waits for their results, with only Kafka's clients and Jackson. */
@NullMarked
package io.docsagent.worker.client;

import org.jspecify.annotations.NullMarked;
