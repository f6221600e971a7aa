@NullMarked
package io.docsagent.worker.contract;

import org.jspecify.annotations.NullMarked;
