package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import java.time.Duration;
import java.time.Instant;

/** The ways in which a worker disappears without notice. */
enum Outage {
    KILLED("SIGKILL of one of two", 2),
    KILLED_SHORT_SESSION("SIGKILL of one of two, session timeout 3 s", 2) {
        @Override
        String[] settings() {
            return new String[] {
                "--spring.kafka.streams.properties.session.timeout.ms=" + SHORT_SESSION_MILLIS,
                "--spring.kafka.consumer.properties.session.timeout.ms=" + SHORT_SESSION_MILLIS
            };
        }
    },
    ONLY_ONE_KILLED("SIGKILL of the only one, which is started again at once", 1) {
        @Override
        void end(Worker worker, Instant begun) {
            worker.startAgain();
        }
    },
    FROZEN("SIGSTOP of one of two for 20 s", 2) {
        @Override
        void begin(Worker worker) {
            worker.process().freeze();
        }

        @Override
        void end(Worker worker, Instant begun) {
            Duration left = Duration.between(Instant.now(), begun.plusSeconds(20));
            Waiting.pause(left.isPositive() ? left : Duration.ZERO);
            worker.process().thaw();
        }
    };

    /** Only brokers with a lower group.min.session.timeout.ms than their default of 6 s allow it. */
    static final int SHORT_SESSION_MILLIS = 3_000;

    private final String title;
    private final int workers;

    Outage(String title, int workers) {
        this.title = title;
        this.workers = workers;
    }

    String title() {
        return title;
    }

    int workers() {
        return workers;
    }

    /** Of every worker. */
    String[] settings() {
        return new String[0];
    }

    void begin(Worker worker) {
        worker.process().kill();
    }

    /** Once there is work for the time without it. */
    void end(Worker worker, Instant begun) {
        // Nobody starts it again.
    }
}
