/** The decision core: what happens to a project, as a pure function of its state and one input. */
@NullMarked
package io.docsagent.worker.domain;

import org.jspecify.annotations.NullMarked;
