@NullMarked
package io.docsagent.worker.training;

import org.jspecify.annotations.NullMarked;
