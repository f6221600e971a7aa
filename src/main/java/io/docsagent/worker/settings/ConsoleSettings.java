package io.docsagent.worker.settings;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * The console; its address, token and limits are those of the management port.
 *
 * @param port null for no console; 0 for any free port
 */
public record ConsoleSettings(@Nullable @Min(0) @Max(65_535) Integer port) {}
