/** Who may call the service: keys, projects and addresses. */
@NullMarked
package io.docsagent.worker.sandbox.access;

import org.jspecify.annotations.NullMarked;
