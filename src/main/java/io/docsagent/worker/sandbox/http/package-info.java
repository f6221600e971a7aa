/** The HTTP server: the port, the routing of requests, and answers. */
@NullMarked
package io.docsagent.worker.sandbox.http;

import org.jspecify.annotations.NullMarked;
