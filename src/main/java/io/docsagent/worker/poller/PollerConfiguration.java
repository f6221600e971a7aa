package io.docsagent.worker.poller;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.InputLog;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The poller with a thread of its own. */
@Configuration(proxyBeanMethods = false)
public class PollerConfiguration {

    @Bean
    Poller poller(WorkerProperties properties, AgentApi api, InputLog inputs, PollObserver observer, LogClock clock) {
        PollSchedule schedule = new PollSchedule(properties.poll(), RandomGenerator.of("L64X128MixRandom"));
        return new Poller(schedule, api, inputs, observer, clock, timer());
    }

    /** Not a bean: Spring Boot would take it for the application's task scheduler. */
    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("poller").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
