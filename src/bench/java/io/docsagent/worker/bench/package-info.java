/** What the worker costs and how fast it is, beside what people would use instead, measured on one machine. */
@NullMarked
package io.docsagent.worker.bench;

import org.jspecify.annotations.NullMarked;
