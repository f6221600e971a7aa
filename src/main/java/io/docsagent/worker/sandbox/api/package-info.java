/** What a request to the Agent Job Service contains: its operation, target and prompt. */
@NullMarked
package io.docsagent.worker.sandbox.api;

import org.jspecify.annotations.NullMarked;
