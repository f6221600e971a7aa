@NullMarked
package io.docsagent.worker.wire;

import org.jspecify.annotations.NullMarked;
