/** What each kind of input leads to, in terms of the owners of a session. */
@NullMarked
package io.docsagent.worker.domain.rule;

import org.jspecify.annotations.NullMarked;
