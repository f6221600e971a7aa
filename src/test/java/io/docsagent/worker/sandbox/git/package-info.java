@NullMarked
package io.docsagent.worker.sandbox.git;

import org.jspecify.annotations.NullMarked;
