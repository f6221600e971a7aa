/** Whether the worker lives, gets on and is in touch with Kafka. */
@NullMarked
package io.docsagent.worker.ops.health;

import org.jspecify.annotations.NullMarked;
