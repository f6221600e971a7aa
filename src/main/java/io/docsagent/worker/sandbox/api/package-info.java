/** What a request asks the Agent Job Service for: its operation, target and prompt. */
@NullMarked
package io.docsagent.worker.sandbox.api;

import org.jspecify.annotations.NullMarked;
