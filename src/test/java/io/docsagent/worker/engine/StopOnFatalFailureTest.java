package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class StopOnFatalFailureTest {

    @Test
    void what_no_thread_could_do_stops_the_client() {
        var failure = new StreamsException("a format that is not known");

        assertThat(new StopOnFatalFailure().handle(failure)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }
}
