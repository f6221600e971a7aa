package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A worker whose wall clock is wrong sends nothing; everything else goes by the brokers' time. */
@Order(2)
class WrongClockKafkaTest {

    private static final MovableClock CLOCK = new MovableClock();

    @AfterEach
    void setTheClockRight() {
        CLOCK.ahead = Duration.ZERO;
    }

    @Test
    void an_hour_behind_nothing_is_sent_but_alarms_ring_and_jobs_are_followed() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=5s"));
                RunningWorker worker =
                        RunningWorker.start(new WithMovableClock(), sandbox, "docs-agent.queue.create-wait=1s");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            events.await(type("job.active").and(command("c1")));

            CLOCK.ahead = Duration.ofHours(-1);
            publisher.create("docs", "c2", "Write the reference");
            publisher.followUp("docs", "m1", "a create that never comes", "Add examples");
            Instant published = Instant.now();
            events.await(type("command.rejected").and(command("m1")));
            Duration rejectedAfter = Duration.between(published, Instant.now());
            events.await(type("job.completed").and(command("c1")));

            assertThat(rejectedAfter).isLessThan(Duration.ofSeconds(20));
            assertThat(skew(worker).isTolerable()).isFalse();
            assertThat(sandbox.journal().posts("docs")).hasSize(1);
        }
    }

    @Test
    void a_moment_two_days_ahead_leaves_nothing_unseen_afterwards() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=2s"));
                RunningWorker worker = RunningWorker.start(new WithMovableClock(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            events.await(type("job.active").and(command("c1")));

            CLOCK.ahead = Duration.ofDays(2);
            events.await(type("job.completed").and(command("c1")));
            CLOCK.ahead = Duration.ZERO;
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> skew(worker).isTolerable());
            publisher.followUp("docs", "m1", "c1", "Add examples");

            events.await(type("job.active").and(command("m1")));
            events.await(type("job.completed").and(command("m1")));
        }
    }

    /** Brokers refuse records that are dated more than an hour ahead. */
    @Test
    void two_hours_ahead_what_is_no_command_becomes_a_dead_letter_of_the_brokers_time() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=2s"));
                RunningWorker worker = RunningWorker.start(new WithMovableClock(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber deadLetters = new Subscriber(worker, "requests-dlt");
                Subscriber events = new Subscriber(worker, "job-status")) {
            CLOCK.ahead = Duration.ofHours(2);
            publisher.publish("docs".getBytes(StandardCharsets.UTF_8), "{}".getBytes(StandardCharsets.UTF_8));
            var letter = deadLetters.awaitRecords(1).getFirst();
            assertThat(Instant.ofEpochMilli(letter.timestamp()))
                    .isBetween(
                            Instant.now().minus(Duration.ofMinutes(2)),
                            Instant.now().plus(Duration.ofMinutes(1)));

            CLOCK.ahead = Duration.ZERO;
            publisher.create("docs", "c1", "Write the quickstart");
            events.await(type("job.completed").and(command("c1")));
        }
    }

    private static ClockSkew skew(RunningWorker worker) {
        return worker.context().getBean(ClockSkew.class);
    }

    /** The usual broker, for a worker with another wall clock. */
    private static final class WithMovableClock implements Broker {
        private final Broker broker = new EmbeddedBroker();

        @Override
        public String bootstrapServers() {
            return broker.bootstrapServers();
        }

        @Override
        public Class<?> connection() {
            return Configuration.class;
        }
    }

    static class Configuration extends EmbeddedBroker.Connection {
        @Bean
        @Primary
        Clock movableClock() {
            return CLOCK;
        }
    }

    private static final class MovableClock extends Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
