@NullMarked
package io.docsagent.worker.ingress;

import org.jspecify.annotations.NullMarked;
