@NullMarked
package io.docsagent.worker.sandbox.job;

import org.jspecify.annotations.NullMarked;
