/** Jobs that do real work: from the prompt to the pull request, kept over restarts. */
@NullMarked
package io.docsagent.worker.sandbox.work;

import org.jspecify.annotations.NullMarked;
