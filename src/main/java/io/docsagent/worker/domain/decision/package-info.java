/** What a decision is made from, and what it leads to. */
@NullMarked
package io.docsagent.worker.domain.decision;

import org.jspecify.annotations.NullMarked;
