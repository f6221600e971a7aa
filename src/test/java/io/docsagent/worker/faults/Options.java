package io.docsagent.worker.faults;

import java.nio.file.Path;
import java.time.Duration;

/** What the command that runs the faults may say. */
final class Options {

    /** Everything that a run leaves behind. */
    static final Path HOME = Path.of("target", "faults");

    private Options() {}

    /** Of everything that is left to chance; the moments at which processes act are not among it. */
    static long seed() {
        return Long.parseLong(System.getProperty("faults.seed", "20261121"));
    }

    /** How long the long form lasts; zero asks for the short one. */
    static Duration length() {
        return Duration.ofSeconds((long) (Double.parseDouble(System.getProperty("faults.minutes", "0")) * 60));
    }

    static boolean isLong() {
        return !length().isZero();
    }
}
