/** What crosses Kafka, one to one with {@code schemas/}. */
@NullMarked
package io.docsagent.worker.message;

import org.jspecify.annotations.NullMarked;
