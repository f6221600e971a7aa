package io.docsagent.worker.ops;

import io.docsagent.worker.clock.LogAlarms;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.engine.Policies;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.ops.health.CallProgress;
import io.docsagent.worker.ops.health.Progress;
import io.docsagent.worker.ops.health.ProgressHealth;
import io.docsagent.worker.ops.health.RequestOffsets;
import io.docsagent.worker.ops.health.UnreadRequests;
import io.docsagent.worker.ops.meters.GatewayMeters;
import io.docsagent.worker.ops.meters.IngressMeters;
import io.docsagent.worker.ops.meters.PollMeters;
import io.docsagent.worker.ops.projects.ProjectsView;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.streams.LastCommits;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

/** How it is found out whether each part of the worker does what it is for. */
@Configuration(proxyBeanMethods = false)
class ProgressConfiguration {

    /** Beyond the longest call: the engine asks for its outcome 5 s later, and is answered by then. */
    private static final Duration STALLED_BEYOND_CALL = Duration.ofSeconds(30);

    private static final Duration REQUEST_OFFSETS_INTERVAL = Duration.ofSeconds(30);

    @Bean
    UnreadRequests unreadRequests(IngressMeters ingress) {
        return new UnreadRequests(ingress.lastRead(), System::nanoTime);
    }

    @Bean
    RequestOffsets requestOffsets(
            KafkaAdmin kafka,
            Publishers publishers,
            UnreadRequests unread,
            @Value("${spring.kafka.streams.application-id}") String group) {
        return new RequestOffsets(
                () -> Admin.create(kafka.getConfigurationProperties()),
                publishers.topics(),
                group,
                unread,
                REQUEST_OFFSETS_INTERVAL);
    }

    @Bean
    CallProgress callProgress(
            ProjectsView view,
            Policies policies,
            LogAlarms alarms,
            GatewayMeters gateway,
            WorkerProperties settings,
            LogClock clock) {
        return new CallProgress(view, policies::of, alarms::overdue, gateway.lastCall(), longestCall(settings), clock);
    }

    @Bean
    Progress.OfParts progress(
            UnreadRequests requests,
            LastCommits commits,
            CallProgress calls,
            PollMeters polls,
            WorkerProperties settings) {
        Duration most = settings.health().stalledAfter();
        return new Progress.OfParts(
                Map.of(
                        Progress.Part.INGRESS,
                        requests::progress,
                        Progress.Part.ENGINE,
                        () -> Progress.ofCommits(commits.longestAgoOrDead()),
                        Progress.Part.GATEWAY,
                        calls::progress,
                        Progress.Part.POLLER,
                        polls::progress),
                most == null ? longestCall(settings).plus(STALLED_BEYOND_CALL) : most);
    }

    /** From the decision to the time at which the gateway has given it up. */
    private static Duration longestCall(WorkerProperties settings) {
        return settings.dispatch().notAfter().plus(settings.api().responseTimeout());
    }

    @Bean
    ProgressHealth progressHealthIndicator(Progress.OfParts progress, Clock clock) {
        return new ProgressHealth(progress, clock);
    }
}
