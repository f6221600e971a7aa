/** The language in which the domain's tests are written: a project's world, what is asked of it, what it says. */
@NullMarked
package io.docsagent.worker.testkit;

import org.jspecify.annotations.NullMarked;
