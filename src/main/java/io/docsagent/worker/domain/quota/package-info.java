/** The uses of a project that still count, and the Bucket4j buckets that are built from them. */
@NullMarked
package io.docsagent.worker.domain.quota;

import org.jspecify.annotations.NullMarked;
