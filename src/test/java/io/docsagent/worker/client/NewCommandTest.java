package io.docsagent.worker.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docsagent.worker.client.ClientException.Kind;
import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.Readers;
import io.docsagent.worker.ingress.document.Reading;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client sends is what the worker accepts; the rest is refused at once. */
class NewCommandTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final CommandReader reader = Readers.of(1_000_000);

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1S", "PT2M", "P1DT2H3M4S", "PT999999H59M59S"})
    void a_duration_that_the_worker_accepts_is_sent(String text) {
        Duration duration = Duration.parse(text);

        assertThat(read(duration.toString())).isInstanceOf(Reading.Accepted.class);
        NewCommand command = coalescing(duration, duration);
        byte[] sent = JsonMappers.PUBLIC.writeValueAsBytes(command.command());
        assertThat(reader.read(new ConsumerRecord<>("docs-agent.requests", 0, 0, null, sent)))
                .isInstanceOfSatisfying(
                        Reading.Accepted.class,
                        accepted -> assertThat(accepted.arrived().command().coalesce())
                                .isEqualTo(new Coalesce("main", Coalesce.Mode.REPLACE, duration, duration)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.5S", "PT1M0.000000001S", "PT-1S", "PT-0.5S", "PT-2M", "PT1000000H", "P99999D"})
    void a_duration_that_the_worker_refuses_is_refused_with_its_field(String text) {
        Duration duration = Duration.parse(text);

        assertThat(read(duration.toString())).isInstanceOf(Reading.Refused.class);
        assertRefused("coalesce.quiet", duration, null);
        assertRefused("coalesce.quiet", duration, MINUTE);
        assertRefused("coalesce.atMost", MINUTE, duration);
    }

    @Test
    void an_end_of_a_quiet_period_needs_the_period() {
        assertRefused("coalesce.atMost", null, MINUTE);
    }

    @Test
    void an_end_that_is_not_after_the_start_is_refused_with_its_field() {
        Instant start = Instant.parse("2026-11-27T12:00:00Z");

        assertThatExceptionOfType(ClientException.class)
                .isThrownBy(() -> create().notBefore(start).expiresAt(start))
                .satisfies(refused -> assertThat(refused.field()).isEqualTo("expiresAt"));
        assertThatExceptionOfType(ClientException.class)
                .isThrownBy(() -> create().expiresAt(start).notBefore(start));
        assertThat(create().expiresAt(start.plusMillis(1)).notBefore(start).command())
                .satisfies(command -> assertThat(command.notBefore()).isEqualTo(start));
    }

    private static NewCommand create() {
        return NewCommand.create("docs", "c1", "Describe it.");
    }

    private static void assertRefused(String field, @Nullable Duration quiet, @Nullable Duration atMost) {
        assertRefused(field, () -> coalescing(quiet, atMost));
    }

    private static NewCommand coalescing(@Nullable Duration quiet, @Nullable Duration atMost) {
        return NewCommand.create("docs", "c1", "Hello").coalesce("main", Coalesce.Mode.REPLACE, quiet, atMost);
    }

    /** As another client could write it. */
    private Reading read(String quiet) {
        String json = """
                {"type":"create","projectId":"docs","prompt":"Hello",\
                "coalesce":{"key":"main","mode":"replace","quiet":"%s"}}""".formatted(quiet);
        return reader.read(new ConsumerRecord<>("docs-agent.requests", 0, 0, null, json.getBytes(UTF_8)));
    }

    @Test
    void a_text_that_was_cut_within_a_character_is_refused_with_its_field() {
        String cut = "Add \uD83D";

        assertRefused("prompt", () -> NewCommand.create("docs", "c1", cut));
        assertRefused("commandId", () -> NewCommand.create("docs", cut, "Hello"));
        assertRefused("metadata", () -> create().metadata("commit", cut));
        assertRefused("metadata", () -> create().metadata(cut, "4f2a91c"));
        assertThat(NewCommand.create("docs", "c1", "Add \uD83D\uDE00").command().prompt())
                .isEqualTo("Add \uD83D\uDE00");
    }

    private static void assertRefused(String field, ThrowingCallable command) {
        assertThatExceptionOfType(ClientException.class)
                .isThrownBy(command)
                .withMessageStartingWith(field + " ")
                .returns(Kind.INVALID_COMMAND, ClientException::kind)
                .returns(field, ClientException::field);
    }
}
