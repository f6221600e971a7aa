/** The sandbox's pages: HTML made here, for people to look at jobs and pull requests. */
@NullMarked
package io.docsagent.worker.sandbox.page;

import org.jspecify.annotations.NullMarked;
