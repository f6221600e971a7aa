/** The Agent Job Service: reads a request, applies faults, does the work, records and answers. */
@NullMarked
package io.docsagent.worker.sandbox.service;

import org.jspecify.annotations.NullMarked;
