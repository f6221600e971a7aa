package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.ingress.Publishers.Source;
import io.docsagent.worker.ingress.document.CloudEvent;
import io.docsagent.worker.ingress.document.Document;
import io.docsagent.worker.ingress.document.DocumentReader;
import io.docsagent.worker.ingress.document.LegibleFields;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.Refusal;
import io.docsagent.worker.ingress.document.RefusedException;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a publisher's record as a command, or says why it is none; thread-safe, and never throws. */
public final class CommandReader implements RecordReader {

    private final Publishers publishers;
    private final DocumentReader documents;

    /** @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes} */
    public CommandReader(long maxBytes, Publishers publishers) {
        this.documents = new DocumentReader("command.schema.json", maxBytes);
        this.publishers = publishers;
    }

    /** @param record of a publisher's topic */
    @Override
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Document document = documents.read(record);
            Command command = command(document).tracedBy(document.traceparent());
            requireTimeToSend(command, document.pointer() + "/expiresAt");
            Source publisher = publishers.of(record.topic());
            requireOpen(command, publisher, document.pointer() + "/projectId");
            Identity identity = identity(command, document.event(), record);
            // Over the command as published: a lower max-priority makes no other content of what comes again.
            String contentHash = ContentHash.of(command);
            Command published =
                    command.publishedBy(publisher.name(), publisher.settings().maxPriority());
            return new Reading.Accepted(new Input.CommandArrived(published, identity, contentHash, null));
        } catch (RefusedException e) {
            return e.refused().answeredBy(answer(record, e.refused().reason()));
        }
    }

    /** Where its ids can be read, and its project is open to the publisher. */
    private Input.@Nullable Refused answer(ConsumerRecord<byte[], byte[]> record, String reason) {
        LegibleFields fields = LegibleFields.of(record);
        Source publisher = publishers.of(record.topic());
        String projectId = fields.serviceId("projectId");
        String commandId = fields.id("commandId");
        Command.Request request = commandId == null ? fields.request() : null;
        boolean isIdentified = commandId != null || request != null;
        return isIdentified && projectId != null && publisher.settings().isOpen(projectId)
                ? new Input.CommandRefused(projectId, commandId, request, publisher.name(), reason, null)
                : null;
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
    private static Command command(Document document) {
        JsonNode json = document.json();
        Map<String, String> metadata = new HashMap<>();
        json.path("metadata").forEachEntry((name, value) -> metadata.put(name, value.stringValue()));
        return new Command(
                Command.Type.valueOf(constant(json.path("type").stringValue())),
                json.path("projectId").stringValue(),
                json.path("prompt").stringValue(""),
                document.text("jobId"),
                document.text("createCommandId"),
                document.text("commandId"),
                Command.Priority.valueOf(constant(json.path("priority").stringValue("normal"))),
                document.time("expiresAt"),
                metadata,
                document.time("notBefore"),
                coalesce(json.path("coalesce")),
                document.text("continueKey"),
                document.text("cancelCommandId"),
                document.text("reason"),
                null,
                request(document),
                Publisher.DEFAULT);
    }

    /** Only where nothing else identifies it. */
    private static @Nullable Request request(Document document) {
        return document.event() == null || document.text("commandId") != null
                ? null
                : document.event().request();
    }

    private static @Nullable Coalesce coalesce(JsonNode json) {
        return json.isMissingNode()
                ? null
                : new Coalesce(
                        json.path("key").stringValue(),
                        Coalesce.Mode.valueOf(constant(json.path("mode").stringValue())),
                        duration(json.path("quiet")),
                        duration(json.path("atMost")));
    }

    private static @Nullable Duration duration(JsonNode json) {
        return json.isMissingNode() ? null : Duration.parse(json.stringValue());
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
