@NullMarked
package io.docsagent.worker.sandbox.page;

import org.jspecify.annotations.NullMarked;
