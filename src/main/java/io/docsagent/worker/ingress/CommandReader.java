package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.ingress.Publishers.Source;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a publisher's record as a command, or says why it is none; thread-safe, and never throws. */
public final class CommandReader implements RecordReader {

    private final Publishers publishers;
    private final ContractSchema schema = ContractSchema.named("command.schema.json");
    private final FieldNames plain = schema.addTo(new FieldNames(), "");
    private final FieldNames enveloped = DocumentReader.enveloped(schema);
    private final DocumentReader documents;

    /** @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes} */
    public CommandReader(long maxBytes, Publishers publishers) {
        this.documents = new DocumentReader(plain, enveloped, maxBytes);
        this.publishers = publishers;
    }

    /** @param record of a publisher's topic */
    @Override
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Document document = documents.read(record);
            FieldNames names = document.pointer().isEmpty() ? plain : enveloped;
            schema.require(document.json(), document.pointer(), names);
            Command command = command(document.json()).tracedBy(document.traceparent());
            requireTimeToSend(command, names.child(document.pointer(), "expiresAt"));
            Source publisher = publishers.of(record.topic());
            requireOpen(command, publisher, names.child(document.pointer(), "projectId"));
            Identity identity = identity(command, document.event(), record);
            // Over the command as published: a lower max-priority makes no other content of what comes again.
            String contentHash = ContentHash.of(command);
            Command published =
                    command.publishedBy(publisher.name(), publisher.settings().maxPriority());
            return new Reading.Accepted(new Input.CommandArrived(published, identity, contentHash));
        } catch (RefusedException e) {
            return e.refused();
        }
    }

    /** What the schema cannot say. */
    private static void requireTimeToSend(Command command, String pointer) throws RefusedException {
        if (command.notBefore() != null && command.isExpired(command.notBefore())) {
            throw new RefusedException(Refusal.INVALID, pointer + ": must be after notBefore");
        }
    }

    private static void requireOpen(Command command, Source publisher, String pointer) throws RefusedException {
        if (!publisher.settings().isOpen(command.projectId())) {
            throw new RefusedException(Refusal.CLOSED, pointer + ": is not open to this publisher");
        }
    }

    /** By hand, for the schema has left nothing to check. */
    private static Command command(JsonNode json) {
        Map<String, String> metadata = new HashMap<>();
        json.path("metadata").forEachEntry((name, value) -> metadata.put(name, value.stringValue()));
        return new Command(
                Command.Type.valueOf(constant(json.path("type").stringValue())),
                json.path("projectId").stringValue(),
                json.path("prompt").stringValue(""),
                text(json, "jobId"),
                text(json, "createCommandId"),
                text(json, "commandId"),
                Command.Priority.valueOf(constant(json.path("priority").stringValue("normal"))),
                time(json, "expiresAt"),
                metadata,
                time(json, "notBefore"),
                coalesce(json.path("coalesce")),
                text(json, "cancelCommandId"),
                text(json, "reason"),
                null,
                Publisher.DEFAULT);
    }

    private static Command.@Nullable Coalesce coalesce(JsonNode json) {
        return json.isMissingNode()
                ? null
                : new Command.Coalesce(
                        json.path("key").stringValue(),
                        Command.Coalesce.Mode.valueOf(constant(json.path("mode").stringValue())));
    }

    private static @Nullable Instant time(JsonNode json, String field) {
        String text = text(json, field);
        return text == null ? null : Rfc3339.parse(text);
    }

    private static @Nullable String text(JsonNode json, String field) {
        return json.path(field).stringValue(null);
    }

    private static String constant(String value) {
        return value.toUpperCase(Locale.ROOT);
    }

    private static Identity identity(
            Command command, @Nullable CloudEvent event, ConsumerRecord<byte[], byte[]> record) {
        if (command.commandId() != null) {
            return Identity.ofCommandId(command.commandId());
        }
        return event != null
                ? Identity.ofCloudEvent(event.source(), event.id())
                : Identity.ofRecord(record.topic(), record.partition(), record.offset(), record.timestamp());
    }
}
