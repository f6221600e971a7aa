/** Changes of a running sandbox over HTTP. */
@NullMarked
package io.docsagent.worker.sandbox.control;

import org.jspecify.annotations.NullMarked;
