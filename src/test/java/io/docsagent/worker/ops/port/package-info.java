@NullMarked
package io.docsagent.worker.ops.port;

import org.jspecify.annotations.NullMarked;
