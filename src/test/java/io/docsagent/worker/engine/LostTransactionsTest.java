package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class LostTransactionsTest {

    private final LostTransactions handler = new LostTransactions();

    @Test
    void a_thread_whose_transaction_timed_out_begins_anew() {
        var failure = new StreamsException("commit", new InvalidTxnStateException("aborted by the broker"));

        assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    }

    @Test
    void what_no_thread_could_do_stops_the_client() {
        var failure = new StreamsException("a format that is not known");

        assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }
}
