/** The engine on the topology test driver. */
@NullMarked
package io.docsagent.worker.streams;

import org.jspecify.annotations.NullMarked;
