/** What is stored of a project, and the keys that it is stored under; all of it immutable. */
@NullMarked
package io.docsagent.worker.domain.state;

import org.jspecify.annotations.NullMarked;
