@NullMarked
package io.docsagent.worker.sandbox.quota;

import org.jspecify.annotations.NullMarked;
