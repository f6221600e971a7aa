/** The sandbox as its clients see it, and the rules inside it. */
@NullMarked
package io.docsagent.worker.sandbox;

import org.jspecify.annotations.NullMarked;
