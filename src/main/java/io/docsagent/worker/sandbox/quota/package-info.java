/** The uses of each project, counted against its limit. */
@NullMarked
package io.docsagent.worker.sandbox.quota;

import org.jspecify.annotations.NullMarked;
