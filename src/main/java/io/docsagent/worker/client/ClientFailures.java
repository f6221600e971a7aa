package io.docsagent.worker.client;

import io.docsagent.worker.client.ClientException.Kind;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Says what each failure is and what to do. */
public final class ClientFailures {

    private final ClientSettings settings;
    private final @Nullable String written;
    private final List<String> read;

    /**
     * Knows the rights that are needed.
     *
     * @param written the topic that is written; null for none
     * @param read the topics that are read
     */
    public ClientFailures(ClientSettings settings, @Nullable String written, List<String> read) {
        this.settings = settings;
        this.written = written;
        this.read = List.copyOf(read);
    }

    /** Of somebody who publishes commands and waits for their ends. */
    static ClientFailures ofCommands(ClientSettings settings) {
        return new ClientFailures(settings, settings.requests(), List.of(settings.commands(), settings.jobStatus()));
    }

    public ClientException of(Throwable failure) {
        return switch (failure) {
            case ClientExceptionInKafka known -> known.failure();
            case TopicAuthorizationException refused ->
                new ClientException(
                        Kind.NO_RIGHT,
                        "The Kafka user has no right to use " + refused.unauthorizedTopics() + ". Give it "
                                + (written == null ? "" : "WRITE on " + written + ", and ") + "READ on "
                                + String.join(" and ", read) + ".",
                        refused);
            case AuthorizationException refused ->
                new ClientException(
                        Kind.NO_RIGHT, "The brokers refuse the user's request: " + refused.getMessage(), refused);
            case AuthenticationException refused ->
                new ClientException(
                        Kind.NO_RIGHT,
                        "The brokers refuse the login: " + refused.getMessage()
                                + ". Check security.protocol, sasl.mechanism, sasl.jaas.config and ssl.*.",
                        refused);
            case UnknownTopicOrPartitionException unknown -> missing(String.valueOf(unknown.getMessage()), unknown);
            case RecordTooLargeException tooLarge ->
                new ClientException(
                        Kind.INVALID_COMMAND,
                        "The command is larger than the topic " + written + " accepts: shorten its prompt.",
                        tooLarge);
            case TimeoutException late ->
                new ClientException(
                        Kind.BROKER_AWAY,
                        "No broker at " + settings.kafka().get("bootstrap.servers") + " answered within "
                                + settings.connectWithin().toSeconds()
                                + " s. Check bootstrap.servers and security.protocol, and whether Kafka runs"
                                + (written == null ? "" : " and has a topic " + written) + ". (" + late.getMessage()
                                + ")",
                        late);
            default -> new ClientException(Kind.KAFKA, "Kafka's client reports: " + failure, failure);
        };
    }

    /** Settings that Kafka's clients do not accept. */
    ClientException settings(KafkaException failure) {
        Throwable cause = failure.getCause() instanceof ConfigException unusable ? unusable : failure;
        boolean isAddress = String.valueOf(cause.getMessage()).contains("bootstrap");
        return new ClientException(
                isAddress ? Kind.BROKER_AWAY : Kind.KAFKA,
                "Kafka's clients do not accept the settings: " + cause.getMessage() + ".",
                failure);
    }

    ClientExceptionInKafka missing(String topic) {
        return new ClientExceptionInKafka(missing(topic, null));
    }

    private ClientException missing(String topic, @Nullable Throwable cause) {
        String hint = topic.equals(settings.commands())
                ? " The worker writes it unless docs-agent.topics.commands is empty."
                : " Check its name; the worker creates its topics when it starts.";
        return new ClientException(Kind.TOPIC_MISSING, "There is no topic " + topic + "." + hint, cause);
    }

    ClientException noAnswer(String command, Duration patience, String progress) {
        return new ClientException(
                Kind.NO_ANSWER,
                "The command " + command + " has not ended within " + patience.toMillis() / 1000.0 + " s. " + progress
                        + ". It may still end: ask again with the same commandId.",
                null);
    }

    ClientException closed() {
        return new ClientException(Kind.CLOSED, "The client is closed.", null);
    }

    /** Travels where a {@link KafkaException} is caught. */
    static final class ClientExceptionInKafka extends KafkaException {

        private final ClientException failure;

        ClientExceptionInKafka(ClientException failure) {
            super(failure);
            this.failure = failure;
        }

        ClientException failure() {
            return failure;
        }
    }
}
