/** The management port: who may read what, and how much of it one client can take from the others. */
@NullMarked
package io.docsagent.worker.ops.port;

import org.jspecify.annotations.NullMarked;
