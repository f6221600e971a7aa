package io.docsagent.worker;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.engine.EngineConfiguration;
import io.docsagent.worker.engine.LiveProjects;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.call.CallConfiguration;
import io.docsagent.worker.gateway.http.HttpConfiguration;
import io.docsagent.worker.gateway.keys.KeysConfiguration;
import io.docsagent.worker.ops.OpsConfiguration;
import io.docsagent.worker.poller.PollerConfiguration;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.streams.StreamsConfiguration;
import io.docsagent.worker.topics.TopicsConfiguration;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** All beans of the worker, listed rather than scanned for. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkerProperties.class)
@Import({
    TopicsConfiguration.class,
    EngineConfiguration.class,
    StreamsConfiguration.class,
    KeysConfiguration.class,
    HttpConfiguration.class,
    CallConfiguration.class,
    PollerConfiguration.class,
    OpsConfiguration.class
})
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
