/** The projects' git repositories: made or cloned, branched, merged, compared. */
@NullMarked
package io.docsagent.worker.sandbox.git;

import org.jspecify.annotations.NullMarked;
