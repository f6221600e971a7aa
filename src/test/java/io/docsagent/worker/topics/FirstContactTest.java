package io.docsagent.worker.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.settings.WorkerCannotStartException.KafkaIsAway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether Kafka answers is known soon, whatever is at its address. */
class FirstContactTest {

    @Test
    void where_somebody_listens_and_never_answers_the_address_is_named_in_time() throws Exception {
        try (ServerSocket silent = silent()) {
            unreachable(address(silent));
        }
    }

    @Test
    void a_name_that_nobody_knows_is_named() {
        assertThatThrownBy(() -> contact("kafka.invalid:9092"))
                .isInstanceOf(KafkaIsAway.class)
                .hasMessageContaining("kafka.invalid:9092")
                .hasMessageContaining("SPRING_KAFKA_BOOTSTRAP_SERVERS");
    }

    @Test
    void one_broker_that_answers_is_enough_whichever_is_asked_first() throws Exception {
        String broker = new EmbeddedBroker().bootstrapServers();
        try (ServerSocket one = silent();
                ServerSocket other = silent()) {
            for (int i = 0; i < 3; i++) {
                assertThatCode(() -> contact(address(one), "kafka.invalid:9092", broker, address(other)))
                        .doesNotThrowAnyException();
            }
        }
    }

    private static void unreachable(String address) {
        long begun = System.nanoTime();

        assertThatThrownBy(() -> contact(address))
                .isInstanceOf(KafkaIsAway.class)
                .hasMessageContaining(address)
                .hasMessageContaining("SPRING_KAFKA_BOOTSTRAP_SERVERS");

        // A machine that runs other tests meanwhile is late; without the limit it would be a minute.
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(FirstContact.PATIENCE.plusSeconds(13));
    }

    private static void contact(String... addresses) {
        FirstContact.make(Map.of("bootstrap.servers", List.of(addresses)));
    }

    /** The system takes connections for it, and nobody reads what comes. */
    private static ServerSocket silent() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static String address(ServerSocket socket) {
        return "127.0.0.1:" + socket.getLocalPort();
    }
}
