package io.docsagent.worker.harness;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the logs of libraries out of the measurement, where no Spring Boot sets them. */
public final class Quiet {

    private Quiet() {}

    public static void please() {
        ((Logger) LoggerFactory.getLogger("ROOT")).setLevel(Level.ERROR);
    }
}
