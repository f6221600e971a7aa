/** What must hold after every scenario, whatever happened in it. */
@NullMarked
package io.docsagent.worker.guarantee;

import org.jspecify.annotations.NullMarked;
