/** Turns what publishers wrote into commands, or into dead letters that say what is wrong. */
@NullMarked
package io.docsagent.worker.ingress;

import org.jspecify.annotations.NullMarked;
