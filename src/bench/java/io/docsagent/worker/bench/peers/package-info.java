/** What people run between Kafka and a rate-limited service instead of the worker, written as its users would. */
@NullMarked
package io.docsagent.worker.bench.peers;

import org.jspecify.annotations.NullMarked;
