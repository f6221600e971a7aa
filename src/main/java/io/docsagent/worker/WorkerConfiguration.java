package io.docsagent.worker;

import io.docsagent.worker.engine.ClockSkew;
import io.docsagent.worker.engine.LiveProjects;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.SendPermission;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** What the worker needs and the sandbox does not. */
@Configuration(proxyBeanMethods = false)
@Profile("!sandbox")
@EnableConfigurationProperties(WorkerProperties.class)
class WorkerConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** The quota holds only while the leaders' clocks, by which it is counted, agree: each is compared with this one. */
    @Bean
    SendPermission sendPermission(ClockSkew skew) {
        return skew::isTolerable;
    }

    @Bean
    KeyHolds keyHolds(LiveProjects projects) {
        return projects::heldForTheirKey;
    }
}
