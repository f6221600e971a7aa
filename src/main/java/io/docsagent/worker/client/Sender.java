package io.docsagent.worker.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
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

    /** What fails each send that has not ended. */
    private final Set<Runnable> unconfirmed = ConcurrentHashMap.newKeySet();

    /** Used by the thread, and by who closes it; null until something is sent. */
    private volatile @Nullable Producer<String, byte[]> producer;

    Sender(ClientSettings settings, ClientFailures failures, Executor callbacks) {
        this.settings = settings;
        this.failures = failures;
        this.callbacks = callbacks;
    }

    /** In the order of the calls, for one project. */
    CompletableFuture<Void> send(String projectId, byte[] command) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        Runnable abandon = () -> sent.completeExceptionally(failures.closed());
        unconfirmed.add(abandon);
        var unused = sent.whenComplete((confirmed, failure) -> unconfirmed.remove(abandon));
        try {
            thread.execute(() -> publish(projectId, command, sent));
        } catch (RejectedExecutionException e) {
            sent.completeExceptionally(failures.closed());
        }
        return sent;
    }

    private void publish(String projectId, byte[] command, CompletableFuture<Void> sent) {
        try {
            Producer<String, byte[]> open = producer;
            if (open == null) {
                open = producer();
                producer = open;
            }
            var unused = open.send(
                    new ProducerRecord<>(settings.requests(), projectId, command),
                    (position, failure) -> callbacks.execute(() -> confirm(sent, failure)));
        } catch (InterruptException closing) {
            // It is among the unconfirmed, which fail.
        } catch (RuntimeException | LinkageError e) {
            // An error as well: a system may lack the library for the compression that the settings name.
            callbacks.execute(() -> confirm(sent, e));
        }
    }

    private void confirm(CompletableFuture<Void> sent, @Nullable Throwable failure) {
        if (failure == null) {
            sent.complete(null);
        } else {
            sent.completeExceptionally(failures.of(failure));
        }
    }

    private Producer<String, byte[]> producer() {
        return new KafkaProducer<>(settings.forWriting(), new StringSerializer(), new ByteArraySerializer());
    }

    /** What could not be sent in time fails, also where the producer cannot be closed. */
    @Override
    public void close() {
        thread.shutdown();
        long end = System.nanoTime() + settings.connectWithin().toNanos();
        boolean isIdle = false;
        try {
            isIdle = thread.awaitTermination(settings.connectWithin().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            if (!isIdle) {
                thread.shutdownNow();
            }
            closeProducer(isIdle ? Duration.ofNanos(Math.max(0, end - System.nanoTime())) : Duration.ZERO);
        } finally {
            unconfirmed.forEach(callbacks::execute);
        }
    }

    private void closeProducer(Duration patience) {
        Producer<String, byte[]> open = producer;
        if (open != null) {
            open.close(patience);
        }
    }
}
