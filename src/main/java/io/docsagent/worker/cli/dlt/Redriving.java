package io.docsagent.worker.cli.dlt;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes of a dead letter the record that it was, or says why it cannot. */
final class Redriving {

    /** A record that has come back so often is left. */
    static final int MOST = 3;

    private static final Format<Input> INPUTS = Format.of(Input.class);

    private final String inputs;
    private final Set<String> publishers;
    private final String requests;
    private final @Nullable String topic;
    private final Set<String> from;

    /**
     * Knows the topics. What a letter says of its topic may be forged, so nothing goes to another one.
     *
     * @param inputs the engine's own topic, whose dead letters are in the internal format
     * @param publishers topics of commands, whose dead letters go there again
     * @param requests the default publisher's topic, for its commands that the engine set aside
     * @param topic for all commands that the engine set aside; null where none is named
     * @param from topics whose dead letters go to {@code topic} instead
     */
    Redriving(String inputs, Set<String> publishers, String requests, @Nullable String topic, Set<String> from) {
        this.inputs = inputs;
        this.publishers = Set.copyOf(publishers);
        this.requests = requests;
        this.topic = topic;
        this.from = Set.copyOf(from);
    }

    /** What is to become of a dead letter. */
    sealed interface Result {

        /** It is sent again. */
        record Sent(ProducerRecord<byte[], byte[]> record) implements Result {}

        /** It is left where it is. */
        record Left(String why) implements Result {}
    }

    Result of(DeadLetter letter) {
        if (letter.redriven() >= MOST) {
            return new Result.Left("it has come back " + MOST + " times: correct it and publish it again");
        }
        if (letter.isCut()) {
            return new Result.Left("it was too large to be kept whole: publish a shorter one");
        }
        if (letter.topic().equals(inputs)) {
            return restored(letter);
        }
        if (topic != null && from.contains(letter.topic())) {
            return asItWas(letter, topic);
        }
        return publishers.contains(letter.topic())
                ? asItWas(letter, letter.topic())
                : new Result.Left("its topic " + letter.topic()
                        + " is not known as a publisher's: if it is, name it with --publisher-topic");
    }

    private static Result asItWas(DeadLetter letter, String target) {
        return new Result.Sent(new ProducerRecord<>(
                target, null, letter.record().key(), letter.record().value(), letter.headersAgain()));
    }

    /** The engine failed at it: its format is internal, and a command is to be published as such. */
    private Result restored(DeadLetter letter) {
        Input input;
        try {
            input = INPUTS.read(letter.record().value());
        } catch (Format.UnknownFormatException | Format.MalformedRecordException e) {
            return new Result.Left(String.valueOf(e.getMessage()));
        }
        return switch (input) {
            case Input.CommandArrived arrived -> published(arrived, letter);
            case Input.OperationRequested operation ->
                new Result.Left("it is an operation: publish it again on the operations topic");
            default -> new Result.Left("it is a record of the worker, not of a publisher");
        };
    }

    private Result published(Input.CommandArrived arrived, DeadLetter letter) {
        Command command = arrived.command();
        if (command.commandId() == null && arrived.identity().isOfCloudEvent()) {
            return new Result.Left("it has no commandId, and its CloudEvent was not kept: publish the event again");
        }
        if (topic == null && !command.publisher().equals(Publisher.DEFAULT)) {
            return new Result.Left("its publisher is " + command.publisher() + ": name its topic with --topic");
        }
        Headers headers = letter.headersAgain();
        if (command.traceparent() != null) {
            headers.add("traceparent", command.traceparent().getBytes(StandardCharsets.UTF_8));
        }
        return new Result.Sent(new ProducerRecord<>(
                topic == null ? requests : topic,
                null,
                command.projectId().getBytes(StandardCharsets.UTF_8),
                JsonMappers.PUBLIC.writeValueAsBytes(published(command)),
                headers));
    }

    /** As a publisher writes it. */
    private static ObjectNode published(Command command) {
        ObjectNode json = JsonMappers.PUBLIC.valueToTree(command);
        json.remove("publisher");
        json.remove("traceparent");
        if (command.type() == Command.Type.CANCEL) {
            json.remove("priority");
        }
        return json;
    }
}
