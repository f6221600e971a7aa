package io.docsagent.worker.ingress;

import java.time.Clock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;

/** Ingress, put together for the simulation. */
public final class IngressParts {

    private final CommandReader reader;

    public IngressParts(long maxBytes) {
        this.reader = new CommandReader(maxBytes);
    }

    public Processor<byte[], byte[], Object, byte[]> processor() {
        return new IngressProcessor(reader, new DeadLetters(1_000_000), new IngressObserver() {}, () -> "requests-1");
    }

    /** The headers that the source gives ingress. */
    public static Headers received(ConsumerRecord<Object, Object> record, Clock clock) {
        long unused = new OriginalTimestamp(clock).extract(record, 0);
        return record.headers();
    }
}
