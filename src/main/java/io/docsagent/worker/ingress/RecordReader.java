package io.docsagent.worker.ingress;

import io.docsagent.worker.ingress.document.Reading;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of a topic that others write to. */
public interface RecordReader {

    /** Reads one record, with the timestamp that its publisher gave it; thread-safe, and never throws on its content. */
    Reading read(ConsumerRecord<byte[], byte[]> record);
}
