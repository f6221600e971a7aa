/** The operators' tools, each of which publishes an operation and waits for its answer. */
@NullMarked
package io.docsagent.worker.cli.operation;

import org.jspecify.annotations.NullMarked;
