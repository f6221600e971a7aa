@NullMarked
package io.docsagent.worker.ops.log;

import org.jspecify.annotations.NullMarked;
