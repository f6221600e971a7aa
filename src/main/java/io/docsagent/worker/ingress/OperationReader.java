package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.ingress.document.Document;
import io.docsagent.worker.ingress.document.DocumentReader;
import io.docsagent.worker.ingress.document.LegibleFields;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.RefusedException;
import io.docsagent.worker.wire.Input;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads an operator's record as an operation, or says why it is none; thread-safe, and never throws. */
public final class OperationReader implements RecordReader {

    private final DocumentReader documents;

    /** @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes} */
    public OperationReader(long maxBytes) {
        this.documents = new DocumentReader("operation.schema.json", maxBytes);
    }

    @Override
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Document document = documents.read(record);
            return new Reading.Requested(new Input.OperationRequested(operation(document), null));
        } catch (RefusedException e) {
            return e.refused().answeredBy(answer(record, e.refused().reason()));
        }
    }

    /** Where its ids can be read. */
    private static Input.@Nullable Refused answer(ConsumerRecord<byte[], byte[]> record, String reason) {
        LegibleFields fields = LegibleFields.of(record);
        String project = fields.serviceId("projectId");
        String projectId = project == null && fields.isOfAll() ? Operation.ALL_PROJECTS : project;
        String operationId = fields.id("operationId");
        return projectId == null || operationId == null
                ? null
                : new Input.OperationRefused(
                        projectId, operationId, fields.id("operation"), fields.id("by"), reason, null);
    }

    /** By hand, for the schema has left nothing to check. */
    private static Operation operation(Document document) {
        JsonNode json = document.json();
        return new Operation(
                json.path("operationId").stringValue(),
                json.path("by").stringValue(),
                document.text("reason"),
                json.path("projectId").stringValue(Operation.ALL_PROJECTS),
                action(document));
    }

    private static Operation.Action action(Document document) {
        JsonNode json = document.json();
        String name = json.path("operation").stringValue();
        return switch (name) {
            case "hold" -> new Operation.Hold(document.time("until"));
            case "resume" -> new Operation.Resume();
            case "probe" -> new Operation.Probe();
            case "promote" -> new Operation.Promote(json.path("commandId").stringValue());
            case "release" -> new Operation.Release(json.path("continueKey").stringValue());
            case "cancel" -> cancel(document);
            case "resolve" -> resolve(document);
            default -> throw new IllegalStateException("the schema accepts an operation that is not read");
        };
    }

    private static Operation.Action cancel(Document document) {
        String commandId = document.text("commandId");
        return commandId != null
                ? new Operation.Cancel(commandId)
                : new Operation.CancelMany(document.text("publisher"), document.text("coalesceKey"));
    }

    private static Operation.Action resolve(Document document) {
        JsonNode json = document.json();
        boolean repeat = json.path("repeat").booleanValue(false);
        String commandId = document.text("commandId");
        if (commandId == null) {
            return new Operation.ResolveMany(repeat, document.time("endedBefore"), document.text("publisher"));
        }
        return json.path("as").stringValue().equals("taken")
                ? new Operation.ResolveTaken(commandId, json.path("jobId").stringValue())
                : new Operation.ResolveNotTaken(commandId, repeat);
    }
}
