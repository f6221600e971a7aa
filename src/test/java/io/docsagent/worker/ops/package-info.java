@NullMarked
package io.docsagent.worker.ops;

import org.jspecify.annotations.NullMarked;
