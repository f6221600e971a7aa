package io.docsagent.worker.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.gateway.BreakerState;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.NeededTopics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams.State;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.health.contributor.Status;

public class HealthTest {

    /** All there. */
    public static final NeededTopics TOPICS = new NeededTopics(
            names -> Set.of(),
            new Topics("requests", "inputs", "calls", "job-status", "", "dlt", "operations", "operations-dlt", ""),
            List.of("requests"),
            "worker");

    @ParameterizedTest
    @EnumSource
    void only_running_streams_are_ready(State state) {
        Status status = new StreamsHealth(() -> state).health().getStatus();

        assertThat(status.equals(Status.UP)).isEqualTo(state == State.RUNNING);
    }

    @ParameterizedTest
    @EnumSource
    void only_an_error_of_streams_ends_the_life(State state) {
        Status status = new AliveHealth(() -> state, gateway(true, null), List::of)
                .health()
                .getStatus();

        assertThat(status).isEqualTo(state == State.ERROR ? Status.DOWN : Status.UP);
    }

    @Test
    void before_streams_start_the_instance_lives_and_is_not_ready() {
        assertThat(new AliveHealth(() -> null, gateway(false, null), List::of)
                        .health()
                        .getStatus())
                .isEqualTo(Status.UP);
        assertThat(new StreamsHealth(() -> null).health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void a_gateway_that_stopped_says_why() {
        var health = new GatewayHealth(gateway(false, "no access to the topic")).health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("failure", "no access to the topic");
        assertThat(new GatewayHealth(gateway(true, null)).health().getStatus()).isEqualTo(Status.UP);
        assertThat(new GatewayHealth(gateway(false, null)).health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void a_gateway_that_stopped_for_good_ends_the_life() {
        var health =
                new AliveHealth(() -> State.RUNNING, gateway(false, "expected format 1, found 2"), List::of).health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("gateway", "expected format 1, found 2");
    }

    @Test
    void a_topic_that_was_deleted_ends_the_life_and_is_named() {
        var health =
                new AliveHealth(() -> State.RUNNING, gateway(true, null), () -> List.of("docs-agent.calls")).health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("missingTopics", List.of("docs-agent.calls"));
    }

    @Test
    void a_clock_that_was_not_compared_yet_is_not_ready() {
        var most = Duration.ofSeconds(5);

        var health = new ClockHealth(new ClockSkew(most, InstantSource.system(), new LogClock(System::nanoTime)), most)
                .health();

        assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.getDetails()).containsEntry("skew", "not measured yet");
    }

    @Test
    void an_instance_that_hears_nothing_from_kafka_is_not_ready() {
        assertThat(kafka(Duration.ofSeconds(60), Duration.ofSeconds(29))).isEqualTo(Status.UP);
        assertThat(kafka(Duration.ofSeconds(61), Duration.ofSeconds(0))).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(kafka(Duration.ofSeconds(0), Duration.ofSeconds(31))).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(kafka(null, null)).as("while it starts").isEqualTo(Status.UP);
    }

    /** Without traffic a commit is due every 30 s. */
    private static Status kafka(@Nullable Duration sinceCommit, @Nullable Duration sinceHeartbeat) {
        Instant now = Instant.parse("2026-11-21T10:00:00Z");
        var most = Duration.ofSeconds(30);
        var contact = new KafkaContact(
                () -> sinceCommit,
                gateway(true, null, sinceHeartbeat),
                TOPICS,
                new DeniedRights(System::nanoTime),
                most,
                () -> now);
        return new KafkaHealth(contact, most).health().getStatus();
    }

    private static GatewayStatus gateway(boolean consuming, @Nullable String failure) {
        return gateway(consuming, failure, null);
    }

    public static GatewayStatus gateway(boolean consuming, @Nullable String failure, @Nullable Duration silence) {
        return new GatewayStatus() {
            @Override
            public @Nullable Duration silence() {
                return silence;
            }

            @Override
            public boolean isConsuming() {
                return consuming;
            }

            @Override
            public @Nullable String failure() {
                return failure;
            }

            @Override
            public int callsInFlight() {
                return 0;
            }

            @Override
            public int callsWaiting() {
                return 0;
            }

            @Override
            public BreakerState breakerState() {
                return BreakerState.CLOSED;
            }

            @Override
            public int openProjects() {
                return 0;
            }

            @Override
            public int outcomesWaiting() {
                return 0;
            }

            @Override
            public @Nullable Instant keyLoadedAt() {
                return null;
            }
        };
    }
}
