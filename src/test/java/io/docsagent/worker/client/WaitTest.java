package io.docsagent.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JsonMappers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitTest {

    /** The record keeps the place that was last announced. */
    @ParameterizedTest
    @CsvSource({"queued, 'It is queued, at position 3'", "sent, It is sent"})
    void a_place_is_told_only_of_what_is_queued(String state, String progress) {
        Wait wait = Wait.of("docs", "c1", change -> {}, Runnable::run);
        String record = """
                {"projectId":"docs","commandId":"c1","state":"%s","type":"create",\
                "queue":{"position":3,"reason":"quota","estimatedDispatchAt":null}}""".formatted(state);
        var unused = wait.read(0, JsonMappers.PUBLIC.readValue(record, CommandRecord.class));
        wait.begin();

        assertThat(wait.progress()).isEqualTo(progress);
    }
}
