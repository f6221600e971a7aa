package io.docsagent.worker.harness;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes one record of so many spaces, compressed: the fewest bytes for the most memory of whoever reads it. */
public final class LargePublisher {

    private LargePublisher() {}

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Quiet.please();
        String servers = arguments[0];
        String topic = arguments[1];
        int partition = Integer.parseInt(arguments[2]);
        int bytes = Integer.parseInt(arguments[3]);
        byte[] spaces = new byte[bytes];
        Arrays.fill(spaces, (byte) ' ');
        try (var producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        servers,
                        "compression.type",
                        "gzip",
                        "max.request.size",
                        bytes + 1_000_000,
                        "buffer.memory",
                        bytes + 1_000_000L),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            long offset = producer.send(new ProducerRecord<>(topic, partition, null, spaces))
                    .get()
                    .offset();
            System.out.println("offset: " + offset);
        }
    }
}
