package io.docsagent.worker.cli.operation;

import io.docsagent.worker.client.Fields;
import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An operation as it is published: the fields of {@code schemas/operation.schema.json}. */
final class PublishedOperation {

    private final ObjectNode json = JsonMappers.PUBLIC.createObjectNode();

    private PublishedOperation() {}

    /** @throws io.docsagent.worker.client.ClientException that names the field which does not fit the contract */
    static byte[] of(Operation operation) {
        PublishedOperation published = new PublishedOperation();
        published.asked(operation);
        published.action(operation.action());
        return JsonMappers.PUBLIC.writeValueAsBytes(published.json);
    }

    private void asked(Operation operation) {
        json.put("operation", operation.action().code());
        json.put("operationId", Fields.commandId("operationId", operation.operationId()));
        json.put("by", Fields.text("by", operation.by(), ContractLimits.NAME));
        text("reason", operation.reason(), ContractLimits.REASON);
        if (operation.isOfAll()) {
            json.put("all", true);
        } else {
            json.put("projectId", Fields.serviceId("projectId", operation.projectId()));
        }
    }

    private void action(Operation.Action action) {
        switch (action) {
            case Operation.Hold hold -> time("until", hold.until());
            case Operation.Resume resume -> {}
            case Operation.Probe probe -> {}
            case Operation.Promote promote -> command(promote.commandId());
            case Operation.Release release -> text("continueKey", release.continueKey(), ContractLimits.CONTINUE_KEY);
            case Operation.Cancel cancel -> command(cancel.commandId());
            case Operation.CancelMany many -> {
                if (many.publisher() == null && many.coalesceKey() == null) {
                    json.put("all", true);
                }
                text("publisher", many.publisher(), ContractLimits.NAME);
                text("coalesceKey", many.coalesceKey(), ContractLimits.COALESCE_KEY);
            }
            case Operation.ResolveTaken taken -> {
                command(taken.commandId());
                json.put("as", "taken");
                json.put("jobId", Fields.serviceId("jobId", taken.jobId()));
            }
            case Operation.ResolveNotTaken not -> {
                command(not.commandId());
                notTaken(not.repeat());
            }
            case Operation.ResolveMany many -> {
                json.put("state", "unknown");
                text("publisher", many.publisher(), ContractLimits.NAME);
                time("endedBefore", many.endedBefore());
                notTaken(many.repeat());
            }
        }
    }

    private void command(String commandId) {
        json.put("commandId", Fields.commandId("commandId", commandId));
    }

    private void notTaken(boolean repeat) {
        json.put("as", "not_taken");
        json.put("repeat", repeat);
    }

    private void text(String field, @Nullable String value, int mostCharacters) {
        if (value != null) {
            json.put(field, Fields.text(field, value, mostCharacters));
        }
    }

    private void time(String field, @Nullable Instant value) {
        if (value != null) {
            json.put(field, value.toString());
        }
    }
}
