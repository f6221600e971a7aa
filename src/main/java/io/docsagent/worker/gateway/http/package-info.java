/** The Agent Job Service over HTTP: requests, replies and what they mean. */
@NullMarked
package io.docsagent.worker.gateway.http;

import org.jspecify.annotations.NullMarked;
