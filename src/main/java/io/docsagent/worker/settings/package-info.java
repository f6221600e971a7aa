/** The tree of settings, its checks, and what differs for single projects and publishers. */
@NullMarked
package io.docsagent.worker.settings;

import org.jspecify.annotations.NullMarked;
