package io.docsagent.worker.ingress;

import java.time.Clock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;

/** Ingress, put together for the simulation. */
public final class IngressParts {

    private IngressParts() {}

    public static Processor<byte[], byte[], Object, byte[]> processor(long maxBytes) {
        return new IngressProcessor(
                new CommandReader(maxBytes), new DeadLetters(1_000_000), new IngressObserver() {}, () -> "requests-1");
    }

    /** The headers that the source gives ingress. */
    public static Headers received(ConsumerRecord<Object, Object> record, Clock clock) {
        long unused = new OriginalTimestamp(clock).extract(record, 0);
        return record.headers();
    }
}
