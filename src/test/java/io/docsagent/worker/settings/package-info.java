@NullMarked
package io.docsagent.worker.settings;

import org.jspecify.annotations.NullMarked;
