package io.docsagent.worker.bench.peers;

import io.confluent.parallelconsumer.PCRetriableException;
import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import io.confluent.parallelconsumer.RecordContext;
import io.docsagent.worker.harness.Quiet;
import io.github.bucket4j.ConsumptionProbe;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Confluent's Parallel Consumer in key order; a command without a token is retried when there is one. What it buffers
 * is bounded over all keys, by default at twice its concurrency at first: one key's backlog can fill it.
 */
public final class ParallelConsumerPeer {

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** The project's bucket is empty. */
    private static final class NoTokenException extends PCRetriableException {
        private static final long serialVersionUID = 1L;
        private final Duration until;

        NoTokenException(Duration until) {
            this.until = until;
        }
    }

    private final Buckets buckets;
    private final AgentJobService service;
    private final PeerSettings settings;

    private ParallelConsumerPeer(PeerSettings settings) {
        this.settings = settings;
        this.buckets = new Buckets(settings);
        this.service = new AgentJobService(settings.baseUrl());
    }

    public static void main(String[] arguments) {
        Quiet.please();
        new ParallelConsumerPeer(PeerSettings.of(arguments)).run();
    }

    private void run() {
        Map<String, Object> consuming = new HashMap<>(settings.consumer());
        consuming.put("enable.auto.commit", false);
        var processor =
                ParallelStreamProcessor.createEosStreamProcessor(ParallelConsumerOptions.<String, String>builder()
                        .consumer(new KafkaConsumer<>(consuming, new StringDeserializer(), new StringDeserializer()))
                        .producer(new KafkaProducer<>(
                                Map.of("bootstrap.servers", settings.brokers()),
                                new StringSerializer(),
                                new StringSerializer()))
                        .ordering(ProcessingOrder.KEY)
                        .maxConcurrency(PeerSettings.MAX_IN_FLIGHT)
                        .retryDelayProvider(ParallelConsumerPeer::retryDelay)
                        .build());
        Runtime.getRuntime().addShutdownHook(new Thread(processor::close));
        processor.subscribe(List.of(settings.requests()));
        processor.pollAndProduce(context -> process(context.value()));
    }

    private ProducerRecord<String, String> process(String value) {
        Command command = Command.read(value);
        ConsumptionProbe probe = buckets.of(command.projectId()).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw new NoTokenException(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
        return new ProducerRecord<>(
                settings.events(), command.projectId(), command.event("job.active", create(command)));
    }

    private String create(Command command) {
        try {
            return service.create(command);
        } catch (IOException e) {
            throw new PCRetriableException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PCRetriableException(e);
        }
    }

    /** The library wraps what the function threw. */
    private static Duration retryDelay(RecordContext<String, String> context) {
        Throwable cause = context.getLastFailureReason().orElse(null);
        while (cause != null) {
            if (cause instanceof NoTokenException noToken) {
                return noToken.until;
            }
            cause = cause.getCause();
        }
        return RETRY;
    }
}
