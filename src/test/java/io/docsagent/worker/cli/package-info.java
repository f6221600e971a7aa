@NullMarked
package io.docsagent.worker.cli;

import org.jspecify.annotations.NullMarked;
