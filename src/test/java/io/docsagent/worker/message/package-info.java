@NullMarked
package io.docsagent.worker.message;

import org.jspecify.annotations.NullMarked;
