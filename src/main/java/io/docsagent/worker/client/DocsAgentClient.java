package io.docsagent.worker.client;

import io.docsagent.worker.client.ClientException.Kind;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.JsonMappers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands and waits for them to end.
 *
 * <p>Thread-safe; a program needs only one. Only {@link #close} blocks the caller. All futures complete and all
 * listeners run on one thread that neither sends nor reads: a listener that blocks delays only the others. Futures fail
 * with a {@link ClientException}. The Kafka user needs WRITE on the requests topic and READ on the commands and
 * job-status topics, but no consumer group.
 */
public final class DocsAgentClient implements AutoCloseable {

    /** For the answer to a repetition, which may not come; longer than a project waits for its next owner. */
    private static final Duration FOR_ANSWER = Duration.ofSeconds(15);

    /** What comes when it is closed runs where it is. */
    private final ExecutorService callbacks = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            daemon("docs-agent-callbacks"),
            (task, closed) -> task.run());

    private final Reader reader;
    private final Sender sender;

    private DocsAgentClient(ClientSettings settings) {
        ClientFailures failures = ClientFailures.ofCommands(settings);
        this.reader = new Reader(consumer(settings, failures), settings, failures);
        this.sender = new Sender(settings, failures, callbacks);
    }

    /**
     * Connects in the background.
     *
     * @throws ClientException where Kafka's clients do not accept the settings
     */
    public static DocsAgentClient of(ClientSettings settings) {
        return new DocsAgentClient(settings);
    }

    /** Publishes a command; completed when the brokers have it. A failed send may be retried. */
    public CompletableFuture<Void> send(NewCommand command) {
        return sender.send(command.projectId(), JsonMappers.PUBLIC.writeValueAsBytes(command.command()));
    }

    /**
     * Publishes a command and waits for it to end. If its {@code commandId} is already known, waits for that command or
     * returns its result; if that command has different content, this one ends as rejected ({@code command_id_reused}).
     * If its prompt was appended to another command with its key for coalescing, waits for that one.
     *
     * @param patience the timeout; then the future fails with {@link Kind#NO_ANSWER}, but the command continues. Where
     *     the command is known, the answer may take 15 s
     * @param onChange receives the command's current state, once it is known to be this one's, and each change
     */
    public CompletableFuture<Ended> ask(NewCommand command, Duration patience, Consumer<CommandRecord> onChange) {
        Wait wait = Wait.ofPublished(command, onChange, callbacks);
        CompletableFuture<Ended> end = begin(wait, patience);
        var unused = wait.begun()
                .thenCompose(begun -> send(command))
                .thenRun(() -> after(FOR_ANSWER, wait, () -> reader.assumeRepetition(wait)))
                .exceptionally(failure -> {
                    end.completeExceptionally(failure.getCause() instanceof ClientException known ? known : failure);
                    return null;
                });
        return end;
    }

    /** The same, without progress updates. */
    public CompletableFuture<Ended> ask(NewCommand command, Duration patience) {
        return ask(command, patience, change -> {});
    }

    /**
     * Waits for the end of a command that has been or will be published. Cancelling the future ends the wait, not the
     * command.
     *
     * @param patience the timeout; then the future fails with {@link Kind#NO_ANSWER}
     * @param onChange receives the command's current state and each change
     */
    public CompletableFuture<Ended> ended(
            String projectId, String commandId, Duration patience, Consumer<CommandRecord> onChange) {
        Fields.serviceId("projectId", projectId);
        Fields.commandId("commandId", commandId);
        return begin(Wait.of(projectId, commandId, onChange, callbacks), patience);
    }

    /** The same, without progress updates. */
    public CompletableFuture<Ended> ended(String projectId, String commandId, Duration patience) {
        return ended(projectId, commandId, patience, change -> {});
    }

    /**
     * Publishes a cancel of a command that has not been sent; completed when the brokers have it. The command's end
     * shows whether it was in time.
     *
     * @param reason for humans, at most 512 characters
     */
    public CompletableFuture<Void> cancel(String projectId, String commandId, @Nullable String reason) {
        Map<String, String> cancel = new HashMap<>(Map.of(
                "type",
                "cancel",
                "projectId",
                Fields.serviceId("projectId", projectId),
                "cancelCommandId",
                Fields.commandId("cancelCommandId", commandId)));
        if (reason != null) {
            cancel.put("reason", Fields.text("reason", reason, ContractLimits.REASON));
        }
        return sender.send(projectId, JsonMappers.PUBLIC.writeValueAsBytes(cancel));
    }

    private CompletableFuture<Ended> begin(Wait wait, Duration patience) {
        reader.begin(wait);
        after(patience, wait, () -> reader.expire(wait, patience));
        return wait.end();
    }

    /** Unless the wait has ended by then: it does not stay in memory for that. */
    private void after(Duration time, Wait wait, Runnable task) {
        // The longest that there is for a time that has no end.
        long millis = TimeUnit.MILLISECONDS.convert(time);
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
        var unused = CompletableFuture.anyOf(timer.thenRunAsync(task, callbacks), wait.end())
                .whenComplete((first, failure) -> timer.cancel(false));
    }

    private static KafkaConsumer<byte[], byte[]> consumer(ClientSettings settings, ClientFailures failures) {
        try {
            return new KafkaConsumer<>(settings.forReading(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw failures.settings(e);
        }
    }

    static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Flushes what was sent, within twice {@link ClientSettings#connectWithin}; unfinished waits fail. */
    @Override
    public void close() {
        try (reader;
                sender) {
            // The sender first; the reader is closed even if that fails.
        } finally {
            callbacks.shutdown();
        }
    }
}
