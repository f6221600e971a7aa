/** The engine on the topology test driver. */
@NullMarked
package io.docsagent.worker.topics;

import org.jspecify.annotations.NullMarked;
