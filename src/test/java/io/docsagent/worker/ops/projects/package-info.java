@NullMarked
package io.docsagent.worker.ops.projects;

import org.jspecify.annotations.NullMarked;
