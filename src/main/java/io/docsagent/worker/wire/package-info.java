/** What the parts of the worker send each other, and the format in which it is stored. */
@NullMarked
package io.docsagent.worker.wire;

import org.jspecify.annotations.NullMarked;
