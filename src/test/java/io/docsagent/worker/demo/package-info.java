/** The worker for a first look: a broker, the sandbox and a few commands, with all that goes in and comes out on screen. */
@NullMarked
package io.docsagent.worker.demo;

import org.jspecify.annotations.NullMarked;
