/** The worker: commands in from Kafka, calls to the Agent Job Service, status events out. */
@NullMarked
package io.docsagent.worker;

import org.jspecify.annotations.NullMarked;
