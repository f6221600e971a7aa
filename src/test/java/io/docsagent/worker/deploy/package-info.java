/** What is shipped beside the jar, held to its rules, to the code, and to the programs that read it. */
@NullMarked
package io.docsagent.worker.deploy;

import org.jspecify.annotations.NullMarked;
