/** The engine on the topology test driver. */
@NullMarked
package io.docsagent.worker.engine;

import org.jspecify.annotations.NullMarked;
