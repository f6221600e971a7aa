package io.docsagent.worker.cli.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.docsagent.worker.client.Fields;
import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An operation as it is published: the fields of {@code schemas/operation.schema.json}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PublishedOperation(
        String operation,
        String operationId,
        String by,
        @Nullable String reason,
        @Nullable String projectId,
        @Nullable Boolean all,
        @Nullable Instant until,
        @Nullable String commandId,
        @Nullable String publisher,
        @Nullable String coalesceKey,
        @Nullable String continueKey,
        @Nullable String state,
        @JsonProperty("as") @Nullable String resolvedAs,
        @Nullable String jobId,
        @Nullable Boolean repeat,
        @Nullable Instant endedBefore) {

    /** What an action adds to what all have. */
    private record Details(
            @Nullable Boolean all,
            @Nullable Instant until,
            @Nullable String commandId,
            @Nullable String publisher,
            @Nullable String coalesceKey,
            @Nullable String continueKey) {

        static final Details NONE = new Details(null, null, null, null, null, null);

        static Details ofCommand(String commandId) {
            return new Details(null, null, commandId, null, null, null);
        }
    }

    /** What a resolve adds. */
    private record Resolution(
            @Nullable String state,
            @Nullable String resolvedAs,
            @Nullable String jobId,
            @Nullable Boolean repeat,
            @Nullable Instant endedBefore) {

        static final Resolution NONE = new Resolution(null, null, null, null, null);
    }

    /** @throws io.docsagent.worker.client.ClientException that names the field which does not fit the contract */
    static PublishedOperation of(Operation operation) {
        return switch (operation.action()) {
            case Operation.Hold hold -> of(operation, new Details(null, hold.until(), null, null, null, null));
            case Operation.Resume resume -> of(operation, Details.NONE);
            case Operation.Probe probe -> of(operation, Details.NONE);
            case Operation.Promote promote -> of(operation, Details.ofCommand(promote.commandId()));
            case Operation.Release release ->
                of(operation, new Details(null, null, null, null, null, release.continueKey()));
            case Operation.Cancel cancel -> of(operation, Details.ofCommand(cancel.commandId()));
            case Operation.CancelMany many -> {
                boolean isAll = many.publisher() == null && many.coalesceKey() == null;
                yield of(
                        operation,
                        new Details(isAll ? true : null, null, null, many.publisher(), many.coalesceKey(), null));
            }
            case Operation.ResolveTaken taken ->
                of(
                        operation,
                        Details.ofCommand(taken.commandId()),
                        new Resolution(null, "taken", taken.jobId(), null, null));
            case Operation.ResolveNotTaken not ->
                of(
                        operation,
                        Details.ofCommand(not.commandId()),
                        new Resolution(null, "not_taken", null, not.repeat(), null));
            case Operation.ResolveMany many ->
                of(
                        operation,
                        new Details(null, null, null, many.publisher(), null, null),
                        new Resolution("unknown", "not_taken", null, many.repeat(), many.endedBefore()));
        };
    }

    private static PublishedOperation of(Operation operation, Details details) {
        return of(operation, details, Resolution.NONE);
    }

    private static PublishedOperation of(Operation operation, Details details, Resolution resolution) {
        boolean isOfAll = operation.isOfAll();
        return new PublishedOperation(
                operation.action().code(),
                Fields.commandId("operationId", operation.operationId()),
                Fields.text("by", operation.by(), ContractLimits.NAME),
                text("reason", operation.reason(), ContractLimits.REASON),
                isOfAll ? null : Fields.serviceId("projectId", operation.projectId()),
                isOfAll ? Boolean.TRUE : details.all(),
                details.until(),
                details.commandId() == null ? null : Fields.commandId("commandId", details.commandId()),
                text("publisher", details.publisher(), ContractLimits.NAME),
                text("coalesceKey", details.coalesceKey(), ContractLimits.COALESCE_KEY),
                text("continueKey", details.continueKey(), ContractLimits.CONTINUE_KEY),
                resolution.state(),
                resolution.resolvedAs(),
                resolution.jobId() == null ? null : Fields.serviceId("jobId", resolution.jobId()),
                resolution.repeat(),
                resolution.endedBefore());
    }

    private static @Nullable String text(String field, @Nullable String value, int mostCharacters) {
        return value == null ? null : Fields.text(field, value, mostCharacters);
    }
}
