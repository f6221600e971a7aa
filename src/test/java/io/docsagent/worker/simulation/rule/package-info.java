/** The rules of the design, each switched off in turn in the production code, to show that the simulation notices. */
@NullMarked
package io.docsagent.worker.simulation.rule;

import org.jspecify.annotations.NullMarked;
