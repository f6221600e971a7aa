/** How the tools reach Kafka. */
@NullMarked
package io.docsagent.worker.cli.kafka;

import org.jspecify.annotations.NullMarked;
