/** Jobs that edit repositories, from the prompt to the pull request, stored across restarts. */
@NullMarked
package io.docsagent.worker.sandbox.work;

import org.jspecify.annotations.NullMarked;
