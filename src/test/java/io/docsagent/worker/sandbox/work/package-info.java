@NullMarked
package io.docsagent.worker.sandbox.work;

import org.jspecify.annotations.NullMarked;
