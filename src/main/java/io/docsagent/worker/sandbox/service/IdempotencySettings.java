package io.docsagent.worker.sandbox.service;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How repeated requests are recognised.
 *
 * @param header whose value names a POST: one with a known name is answered as before; none is known if not given
 * @param maxKeys names remembered; beyond it, the oldest is forgotten
 */
public record IdempotencySettings(
        @Nullable String header, @DefaultValue("10000") int maxKeys) {}
