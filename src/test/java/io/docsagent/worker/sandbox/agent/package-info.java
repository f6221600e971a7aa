@NullMarked
package io.docsagent.worker.sandbox.agent;

import org.jspecify.annotations.NullMarked;
