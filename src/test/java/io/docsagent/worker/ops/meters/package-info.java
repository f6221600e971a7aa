@NullMarked
package io.docsagent.worker.ops.meters;

import org.jspecify.annotations.NullMarked;
