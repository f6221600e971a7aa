package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.clock.LogClocks;
import io.docsagent.worker.engine.JobWatch;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.InputLog;
import io.docsagent.worker.wire.InputsInMemory;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class PollerConfigurationTest {

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withUserConfiguration(Settings.class, PollerConfiguration.class)
            .withBean(AgentApi.class, FakeAgentApi::new)
            .withBean(PollObserver.class, () -> new PollObserver() {})
            .withBean(InputLog.class, () -> new InputsInMemory())
            .withBean(LogClock.class, () -> LogClocks.of(InstantSource.system()))
            .withPropertyValues("docs-agent.api.base-url=http://localhost:1", "docs-agent.api.key=k");

    @Test
    void the_engine_gets_its_watch_and_the_thread_stays_private() {
        context.run(started -> assertThat(started)
                .hasSingleBean(JobWatch.class)
                .doesNotHaveBean(ScheduledExecutorService.class)
                .getBean(Poller.class)
                .returns(true, Poller::isRunning));
    }

    @Test
    void the_poller_stops_with_the_context() {
        Poller[] poller = new Poller[1];
        context.run(started -> poller[0] = started.getBean(Poller.class));
        assertThat(poller[0].isRunning()).isFalse();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(WorkerProperties.class)
    static class Settings {}
}
