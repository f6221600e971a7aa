/** Makes each call at most once: offsets are committed before a call is sent, and its outcome is published. */
@NullMarked
package io.docsagent.worker.gateway.call;

import org.jspecify.annotations.NullMarked;
