package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What the model of a broker refuses, and what it deletes. */
class BrokerTest {

    private static final byte[] KEY = "p1".getBytes(StandardCharsets.UTF_8);

    private final Broker broker = new Broker(new World(1, EventTrace.none()), 1);
    private final LogPartition inputs = broker.partition(Broker.TOPICS.inputs(), 0);

    @Test
    void a_record_that_is_too_large_is_refused_and_the_worker_is_blamed_for_its_own() {
        broker.takes(Map.of(Broker.TOPICS.inputs(), 200L, Broker.TOPICS.requests(), 200L, "jobs", 200L));

        assertThatThrownBy(() -> broker.append(inputs, KEY, new byte[200], new RecordHeaders(), null))
                .isInstanceOf(RecordTooLargeException.class);
        assertThatThrownBy(() -> broker.append("jobs", 0, "p1", new byte[200], broker.begin(null)))
                .isInstanceOf(RecordTooLargeException.class);
        assertThatThrownBy(() -> broker.partition(Broker.TOPICS.requests(), 0)
                        .append(KEY, new byte[200], new RecordHeaders(), null))
                .isInstanceOf(RecordTooLargeException.class);
        var unused = broker.append(inputs, KEY, new byte[100], new RecordHeaders(), null);

        assertThat(broker.refusals()).hasSize(2);
        assertThat(inputs.end()).isEqualTo(1);
    }

    @Test
    void retention_deletes_no_inputs_that_were_not_committed() {
        for (int i = 0; i < 100; i++) {
            var unused = broker.append(inputs, KEY, new byte[10], new RecordHeaders(), null);
        }
        broker.deletesWhatWasRead();
        assertThat(inputs.begin()).isZero();

        broker.streams().append(inputs, 50).run();
        broker.deletesWhatWasRead();
        assertThat(inputs.begin()).isBetween(1L, 50L);
    }
}
