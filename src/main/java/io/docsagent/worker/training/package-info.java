/** Records an AOT cache: a run of the worker with traffic, from which the JVM learns what a later start needs. */
@NullMarked
package io.docsagent.worker.training;

import org.jspecify.annotations.NullMarked;
