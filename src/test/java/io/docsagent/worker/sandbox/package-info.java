/** The sandbox as its clients see it, and the rules for its code. */
@NullMarked
package io.docsagent.worker.sandbox;

import org.jspecify.annotations.NullMarked;
