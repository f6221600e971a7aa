package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads an operator's record as an operation, or says why it is none; thread-safe, and never throws. */
public final class OperationReader implements RecordReader {

    private final ContractSchema schema = ContractSchema.named("operation.schema.json");
    private final FieldNames plain = schema.addTo(new FieldNames(), "");
    private final FieldNames enveloped = DocumentReader.enveloped(schema);
    private final DocumentReader documents;

    /** @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes} */
    public OperationReader(long maxBytes) {
        this.documents = new DocumentReader(plain, enveloped, maxBytes);
    }

    @Override
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Document document = documents.read(record);
            FieldNames names = document.pointer().isEmpty() ? plain : enveloped;
            schema.require(document.json(), document.pointer(), names);
            return new Reading.Requested(new Input.OperationRequested(operation(document.json()), null));
        } catch (RefusedException e) {
            return e.refused();
        }
    }

    /** By hand, for the schema has left nothing to check. */
    private static Operation operation(JsonNode json) {
        return new Operation(
                json.path("operationId").stringValue(),
                json.path("by").stringValue(),
                text(json, "reason"),
                json.path("projectId").stringValue(Operation.ALL_PROJECTS),
                action(json));
    }

    private static Operation.Action action(JsonNode json) {
        String name = json.path("operation").stringValue();
        return switch (name) {
            case "hold" -> new Operation.Hold(time(json, "until"));
            case "resume" -> new Operation.Resume();
            case "probe" -> new Operation.Probe();
            case "promote" -> new Operation.Promote(json.path("commandId").stringValue());
            case "cancel" -> cancel(json);
            case "resolve" -> resolve(json);
            default -> throw new IllegalStateException("the schema accepts an operation that is not read");
        };
    }

    private static Operation.Action cancel(JsonNode json) {
        String commandId = text(json, "commandId");
        return commandId != null
                ? new Operation.Cancel(commandId)
                : new Operation.CancelMany(text(json, "publisher"), text(json, "coalesceKey"));
    }

    private static Operation.Action resolve(JsonNode json) {
        boolean repeat = json.path("repeat").booleanValue(false);
        String commandId = text(json, "commandId");
        if (commandId == null) {
            return new Operation.ResolveMany(repeat, time(json, "endedBefore"), text(json, "publisher"));
        }
        return json.path("as").stringValue().equals("taken")
                ? new Operation.ResolveTaken(commandId, json.path("jobId").stringValue())
                : new Operation.ResolveNotTaken(commandId, repeat);
    }

    private static @Nullable Instant time(JsonNode json, String field) {
        String text = text(json, field);
        return text == null ? null : Rfc3339.parse(text);
    }

    private static @Nullable String text(JsonNode json, String field) {
        return json.path(field).stringValue(null);
    }
}
