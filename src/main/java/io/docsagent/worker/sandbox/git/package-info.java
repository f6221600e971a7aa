/** The projects' git repositories: creating, cloning, committing, merging, comparing. */
@NullMarked
package io.docsagent.worker.sandbox.git;

import org.jspecify.annotations.NullMarked;
