package io.docsagent.worker.cli.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Operation.Action;
import io.docsagent.worker.ingress.OperationReader;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the tools publish is what the worker reads. */
class PublishedOperationTest {

    private static final Instant TIME = Instant.parse("2026-11-27T18:00:00Z");

    static List<Operation> operations() {
        return List.of(
                of("docs", new Operation.Hold(TIME)),
                of("docs", new Operation.Hold(null)),
                of(".", new Operation.Hold(null)),
                of(".", new Operation.Resume()),
                of(".", new Operation.Probe()),
                of("docs", new Operation.Promote("c1")),
                of("docs", new Operation.Cancel("c1")),
                of("docs", new Operation.CancelMany("ci", null)),
                of("docs", new Operation.CancelMany(null, "main")),
                of("docs", new Operation.CancelMany(null, null)),
                of("docs", new Operation.ResolveTaken("c1", "job-1")),
                of("docs", new Operation.ResolveNotTaken("c1", true)),
                of("docs", new Operation.ResolveNotTaken("c1", false)),
                of("docs", new Operation.ResolveMany(true, TIME, "ci")),
                of("docs", new Operation.ResolveMany(false, null, null)));
    }

    private static Operation of(String project, Action action) {
        return new Operation("op-1", "alice", "a reason", project, action);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void the_worker_reads_what_was_meant(Operation operation) {
        byte[] value = PublishedOperation.of(operation);

        Reading read = new OperationReader(1_000).read(new ConsumerRecord<>("operations", 0, 0, null, value));

        assertThat(read)
                .as(new String(value, UTF_8))
                .isEqualTo(new Reading.Requested(new Input.OperationRequested(operation, null)));
    }

    @Test
    void what_would_be_a_dead_letter_is_refused_with_its_field() {
        assertThatThrownBy(() -> PublishedOperation.of(of("a/b", new Operation.Resume())))
                .isInstanceOfSatisfying(
                        ClientException.class,
                        failure -> assertThat(failure.field()).isEqualTo("projectId"));
        assertThatThrownBy(() -> PublishedOperation.of(of("docs", new Operation.Promote("c".repeat(129)))))
                .hasMessageContaining("commandId");
        assertThatThrownBy(() -> PublishedOperation.of(new Operation("op-1", "", null, "docs", new Operation.Resume())))
                .hasMessageContaining("by ");
    }
}
