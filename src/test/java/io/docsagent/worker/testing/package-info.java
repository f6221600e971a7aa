/** A JUnit extension for the tests of programs that publish commands. */
@NullMarked
package io.docsagent.worker.testing;

import org.jspecify.annotations.NullMarked;
