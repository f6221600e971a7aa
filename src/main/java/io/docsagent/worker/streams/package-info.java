/** Kafka Streams as the worker runs it: clients, commits, abandoned transactions, and what stops it. */
@NullMarked
package io.docsagent.worker.streams;

import org.jspecify.annotations.NullMarked;
