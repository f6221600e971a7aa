/** The log's time, the offset of an instance's clock from it, and alarms. */
@NullMarked
package io.docsagent.worker.clock;

import org.jspecify.annotations.NullMarked;
