@NullMarked
package io.docsagent.worker.rights;

import org.jspecify.annotations.NullMarked;
