package io.docsagent.worker.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Publishes commands, on a thread of its own: a producer blocks until it knows the topic. */
final class Sender implements AutoCloseable {

    private final ClientSettings settings;
    private final ClientFailures failures;
    private final Executor callbacks;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(DocsAgentClient.daemon("docs-agent-sender"));

    /** Used by the thread alone; null until something is sent. */
    private @Nullable Producer<String, byte[]> producer;

    Sender(ClientSettings settings, ClientFailures failures, Executor callbacks) {
        this.settings = settings;
        this.failures = failures;
        this.callbacks = callbacks;
    }

    /** In the order of the calls, for one project. */
    CompletableFuture<Void> send(String projectId, byte[] command) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            thread.execute(() -> publish(projectId, command, sent));
        } catch (RejectedExecutionException e) {
            sent.completeExceptionally(failures.closed());
        }
        return sent;
    }

    private void publish(String projectId, byte[] command, CompletableFuture<Void> sent) {
        try {
            if (producer == null) {
                producer = producer();
            }
            var unused = producer.send(
                    new ProducerRecord<>(settings.requests(), projectId, command),
                    (position, failure) -> callbacks.execute(() -> confirm(sent, failure)));
        } catch (KafkaException e) {
            callbacks.execute(() -> confirm(sent, e));
        }
    }

    private void confirm(CompletableFuture<Void> sent, @Nullable Exception failure) {
        if (failure == null) {
            sent.complete(null);
        } else {
            sent.completeExceptionally(failures.of(failure));
        }
    }

    private Producer<String, byte[]> producer() {
        return new KafkaProducer<>(settings.forWriting(), new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> {
            if (producer != null) {
                producer.close();
            }
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(settings.connectWithin().toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
