@NullMarked
package io.docsagent.worker.sandbox.fault;

import org.jspecify.annotations.NullMarked;
