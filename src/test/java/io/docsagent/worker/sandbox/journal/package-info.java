@NullMarked
package io.docsagent.worker.sandbox.journal;

import org.jspecify.annotations.NullMarked;
