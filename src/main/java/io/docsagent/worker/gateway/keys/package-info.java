/** Keys of the service: where they come from, when they change, and how they are kept out of texts. */
@NullMarked
package io.docsagent.worker.gateway.keys;

import org.jspecify.annotations.NullMarked;
