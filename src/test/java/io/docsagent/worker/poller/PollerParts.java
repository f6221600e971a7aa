package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.InputLog;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/** The poller of one instance, put together for the simulation. */
public final class PollerParts {

    private PollerParts() {}

    public static Poller poller(
            WorkerProperties settings,
            RandomGenerator random,
            AgentApi api,
            InputLog inputs,
            InstantSource clock,
            ScheduledExecutorService timer) {
        return new Poller(new PollSchedule(settings.poll(), random), api, inputs, new PollObserver() {}, clock, timer);
    }
}
