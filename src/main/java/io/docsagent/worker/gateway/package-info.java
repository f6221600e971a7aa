/** The service in the worker's terms: what other packages see of the calls, the keys and HTTP in the packages below. */
@NullMarked
package io.docsagent.worker.gateway;

import org.jspecify.annotations.NullMarked;
