package io.docsagent.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerTest {

    @ParameterizedTest
    @MethodSource
    void an_answer_knows_its_status_and_whether_the_command_may_be_sent_again(
            Answer answer, @Nullable Integer status, boolean retryable) {
        assertThat(answer.replyStatus()).isEqualTo(status);
        assertThat(answer instanceof Answer.Retryable).isEqualTo(retryable);
    }

    static Stream<Arguments> an_answer_knows_its_status_and_whether_the_command_may_be_sent_again() {
        return Stream.of(
                arguments(new Answer.Accepted(201, null), 201, false),
                arguments(new Answer.Rejected(422, "no"), 422, false),
                arguments(new Answer.Redirected(302, "there"), 302, true),
                arguments(new Answer.Unauthorized(403, "who"), 403, true),
                arguments(new Answer.Throttled(429, null), 429, true),
                arguments(new Answer.NotSent("refused"), null, true),
                arguments(new Answer.NoSlot("full"), null, true),
                arguments(new Answer.NotTaken(503, "busy"), 503, true),
                arguments(new Answer.Unknown(Answer.Unknown.Reason.TIMEOUT, null, "late"), null, false),
                arguments(new Answer.Unknown(Answer.Unknown.Reason.SERVER_ERROR, 500, "oh"), 500, false),
                arguments(new Answer.InFlight(), null, false));
    }
}
