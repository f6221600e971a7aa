@NullMarked
package io.docsagent.worker.client;

import org.jspecify.annotations.NullMarked;
