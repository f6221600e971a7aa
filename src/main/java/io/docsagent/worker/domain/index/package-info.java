/** What is derived from a project's stored state to find quickly what may be sent and what is due; rebuilt at any time. */
@NullMarked
package io.docsagent.worker.domain.index;

import org.jspecify.annotations.NullMarked;
