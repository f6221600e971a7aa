/** What operators see: metrics, health, endpoints. */
@NullMarked
package io.docsagent.worker.ops;

import org.jspecify.annotations.NullMarked;
