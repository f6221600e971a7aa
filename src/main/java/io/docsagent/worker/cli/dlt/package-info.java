/** {@code dlt}: lists dead letters, and sends them again. */
@NullMarked
package io.docsagent.worker.cli.dlt;

import org.jspecify.annotations.NullMarked;
