package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.OperationAnswers.Event;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationAnswersTest {

    @ParameterizedTest
    @CsvSource({
        "operation.done, docs, op-1, true",
        "operation.refused, docs, op-1, true",
        "command.cancelled, docs, op-1, false",
        "operation.done, other, op-1, false",
        "operation.done, docs, op-2, false"
    })
    void only_an_end_of_the_same_operation_answers_it(
            String type, String projectId, String operationId, boolean isAnswer) {
        String json = """
                {"type":"%s","projectId":"%s","operationId":"%s"}""".formatted(type, projectId, operationId);
        Operation operation = new Operation("op-1", "alice", null, "docs", new Operation.Resume());

        assertThat(new Event(JsonMappers.PUBLIC.readTree(json), json).answers(operation))
                .isEqualTo(isAnswer);
    }
}
