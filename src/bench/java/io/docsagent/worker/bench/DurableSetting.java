package io.docsagent.worker.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Where a durable system is put.
 *
 * @param folder empty, for its files
 * @param service the base URL of the Agent Job Service
 * @param capacity uses per project and period
 */
record DurableSetting(Path folder, String service, int capacity, Duration period) {

    /** What every user's program finds in its environment. */
    Map<String, String> environment(int port) {
        return Map.of(
                "SERVICE_URL", service,
                "SERVICE_KEY", "bench",
                "CAPACITY", Integer.toString(capacity),
                "PERIOD_SECONDS", Long.toString(period.toSeconds()),
                "PORT", Integer.toString(port));
    }
}
