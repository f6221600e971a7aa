/** What the worker costs: its delays, its throughput, its processor time and its memory, measured on one machine. */
@NullMarked
package io.docsagent.worker.bench;

import org.jspecify.annotations.NullMarked;
