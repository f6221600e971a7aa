/** The topics that the worker needs: their set-up, checks and ids, and the size of their records. */
@NullMarked
package io.docsagent.worker.topics;

import org.jspecify.annotations.NullMarked;
