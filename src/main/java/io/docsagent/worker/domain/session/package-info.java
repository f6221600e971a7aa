/** One project during one decision: the owners of the parts of its state, each the only one that changes its part. */
@NullMarked
package io.docsagent.worker.domain.session;

import org.jspecify.annotations.NullMarked;
