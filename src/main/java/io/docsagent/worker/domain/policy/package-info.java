/** The limits and choices that apply to one project. */
@NullMarked
package io.docsagent.worker.domain.policy;

import org.jspecify.annotations.NullMarked;
