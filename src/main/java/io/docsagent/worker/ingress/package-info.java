/** Turns records of publishers and operators into commands, operations, or dead letters that say what is wrong. */
@NullMarked
package io.docsagent.worker.ingress;

import org.jspecify.annotations.NullMarked;
