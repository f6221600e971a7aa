@NullMarked
package io.docsagent.worker.ops.health;

import org.jspecify.annotations.NullMarked;
