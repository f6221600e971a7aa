package io.docsagent.worker.harness;

import io.docsagent.worker.WorkerApplication;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The worker as it is, but for a clock that is off. */
public final class SkewedWorker {

    public static final String SKEW = "faults.clock-off";

    private SkewedWorker() {}

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(WorkerApplication.class, OffClock.class).run(arguments);
    }

    static class OffClock {
        @Bean
        @Primary
        Clock offClock(@Value("${" + SKEW + "}") Duration by) {
            return Clock.offset(Clock.systemUTC(), by);
        }
    }
}
