package io.docsagent.worker.settings;

import io.docsagent.worker.contract.Topics;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Topic names, and how missing topics are created.
 *
 * @param commands the topic of every command's current state; empty for none
 * @param pullRequests the topic of what became of pull requests; empty for none
 * @param partitions exact number for {@code inputs} and {@code calls}; for others, the number when created
 * @param replication of created topics; -1 is the broker's default
 */
public record TopicSettings(
        @DefaultValue("docs-agent.requests") @NotBlank String requests,
        @DefaultValue("docs-agent.inputs") @NotBlank String inputs,
        @DefaultValue("docs-agent.calls") @NotBlank String calls,
        @DefaultValue("docs-agent.job-status") @NotBlank String jobStatus,
        @DefaultValue("docs-agent.commands") String commands,

        @DefaultValue("docs-agent.requests-dlt") @NotBlank String requestsDlt,

        @DefaultValue("docs-agent.operations") @NotBlank String operations,

        @DefaultValue("docs-agent.operations-dlt") @NotBlank String operationsDlt,

        @DefaultValue("") String pullRequests,
        @DefaultValue("12") @Min(1) int partitions,
        @DefaultValue("-1") @Min(-1) short replication) {

    public Topics names() {
        return new Topics(
                requests, inputs, calls, jobStatus, commands, requestsDlt, operations, operationsDlt, pullRequests);
    }
}
