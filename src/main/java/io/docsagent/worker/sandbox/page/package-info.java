/** The sandbox's pages, which show projects, jobs and pull requests. */
@NullMarked
package io.docsagent.worker.sandbox.page;

import org.jspecify.annotations.NullMarked;
