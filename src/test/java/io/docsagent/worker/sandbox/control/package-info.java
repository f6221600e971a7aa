@NullMarked
package io.docsagent.worker.sandbox.control;

import org.jspecify.annotations.NullMarked;
