/** What publishers, subscribers and operators see: the records of {@code schemas/}. */
@NullMarked
package io.docsagent.worker.contract;

import org.jspecify.annotations.NullMarked;
