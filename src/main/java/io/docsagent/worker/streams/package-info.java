/** Kafka Streams as the worker runs it: clients, commits, transactions that nobody ends, and when it stops. */
@NullMarked
package io.docsagent.worker.streams;

import org.jspecify.annotations.NullMarked;
