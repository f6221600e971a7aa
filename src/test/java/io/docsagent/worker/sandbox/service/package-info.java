@NullMarked
package io.docsagent.worker.sandbox.service;

import org.jspecify.annotations.NullMarked;
