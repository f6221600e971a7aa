package io.docsagent.worker.rights;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.docsagent.worker.harness.Lines;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A denied right is named once when it is first missed and once when it is back, whoever misses it how often. */
@Isolated("listens to a logger that other tests write to")
class DeniedRightsTest {

    private final TopicAuthorizationException calls = new TopicAuthorizationException(Set.of("calls"));

    private final AtomicLong time = new AtomicLong();
    private final DeniedRights rights = new DeniedRights(time::get);
    private final DeniedRights.Client one = rights.client();
    private final DeniedRights.Client other = rights.client();

    @Test
    void each_is_named_as_an_administrator_grants_it() {
        one.failed(calls, "READ");
        one.failed(new KafkaException(new TopicAuthorizationException(Set.of("inputs"))), "WRITE");
        one.failed(GroupAuthorizationException.forGroupId("gateway"), "READ");
        one.failed(new TransactionalIdAuthorizationException("no"), "WRITE");
        one.failed(new SaslAuthenticationException("wrong password"), "READ");

        assertThat(rights.now())
                .containsExactly(
                        "READ on group gateway",
                        "READ on topic calls",
                        "WRITE on topic inputs",
                        "WRITE on transactional ids that begin with the application id"
                                + " (spring.kafka.streams.application-id)",
                        "to log in: wrong password");
    }

    @Test
    void another_failure_is_no_denial() {
        assertThat(one.failed(new TimeoutException("slow"), "READ")).isFalse();
        assertThat(one.failed(null, "READ")).isFalse();
        assertThat(rights.isAnyDenied()).isFalse();
    }

    @Test
    void what_succeeds_between_two_denials_does_not_end_it() {
        one.failed(calls, "READ");
        pass(9);
        one.worked();
        assertThat(one.isDenied()).isTrue();

        one.failed(calls, "READ");
        pass(9);
        one.worked();
        assertThat(one.isDenied()).isTrue();

        pass(2);
        one.worked();
        assertThat(one.isDenied()).isFalse();
        assertThat(rights.now()).isEmpty();
    }

    @Test
    void a_poll_that_is_denied_finds_nothing() {
        assertThat(one.poll(() -> {
                    throw calls;
                }))
                .isEmpty();
        assertThat(one.isDenied()).isTrue();

        pass(11);
        assertThat(one.poll(ConsumerRecords::empty)).isEmpty();
        assertThat(one.isDenied()).isFalse();
    }

    @Test
    void two_lines_say_it_for_all_clients() {
        try (Lines lines = new Lines(DeniedRights.class.getName(), Level.INFO)) {
            for (int i = 0; i < 100; i++) {
                one.failed(calls, "READ");
                other.failed(calls, "READ");
            }
            one.allWorks();
            assertThat(rights.isAnyDenied()).isTrue();
            other.allWorks();

            assertThat(lines.texts()).hasSize(2);
            assertThat(lines.texts().getFirst()).contains("lacks the right READ on topic calls");
        }
    }

    private void pass(long seconds) {
        time.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
