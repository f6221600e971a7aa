@NullMarked
package io.docsagent.worker.sandbox.http;

import org.jspecify.annotations.NullMarked;
