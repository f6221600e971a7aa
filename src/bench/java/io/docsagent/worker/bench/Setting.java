package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import java.time.Duration;

/**
 * Where a contender is put.
 *
 * @param name begins the names of its topics and groups
 * @param capacity uses per project and period
 */
record Setting(String name, String brokers, Sandbox sandbox, int capacity, Duration period) {

    /** With the usual quota. */
    static Setting of(String name, String brokers, Sandbox sandbox) {
        return new Setting(name, brokers, sandbox, 100, Duration.ofHours(1));
    }

    /** The same with the brokers at other addresses. */
    Setting at(String otherBrokers) {
        return new Setting(name, otherBrokers, sandbox, capacity, period);
    }

    String requests() {
        return name + ".requests";
    }

    String jobStatus() {
        return name + ".job-status";
    }
}
