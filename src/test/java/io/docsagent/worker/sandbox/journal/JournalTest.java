package io.docsagent.worker.sandbox.journal;

import static io.docsagent.worker.sandbox.Client.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JournalTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock(SettableClock.NOON);

    @Test
    void every_request_is_recorded_in_order() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("journal.headers=X-Try,Authorization"), clock);
                Client client = new Client(sandbox)) {
            String id = id(client.create("docs", "first"));
            clock.advance(MINUTE);
            client.message("docs", id, "second");
            client.get("docs", id);
            client.send(client.request("/nowhere").header("X-Try", "7").GET());

            List<JournalEntry> entries = sandbox.journal().entries();
            assertThat(entries)
                    .containsExactly(
                            entry(1, ServiceOperation.CREATE, id, "first", 201, true),
                            entry(2, ServiceOperation.MESSAGE, id, "second", 200, true),
                            entry(3, ServiceOperation.GET, id, null, 200, false),
                            new JournalEntry(
                                    4,
                                    clock.instant(),
                                    clock.instant(),
                                    ServiceOperation.OTHER,
                                    null,
                                    null,
                                    null,
                                    Map.of("x-try", "7"),
                                    404,
                                    "answered",
                                    false));
            assertThat(sandbox.journal().posts("docs")).isEqualTo(entries.subList(0, 2));
            assertThat(sandbox.journal().posts("other")).isEmpty();
        }
    }

    @Test
    void the_file_holds_an_entry_before_its_answer_is_seen(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("journal.jsonl");
        Files.writeString(file, "{\"earlier\":true}\n");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("journal.file=" + file), clock);
                Client client = new Client(sandbox).withAuthorization("Bearer the-secret")) {
            String id = id(client.create("docs", "line\nbreak"));

            List<String> lines = Files.readAllLines(file);
            assertThat(lines).hasSize(2).noneMatch(line -> line.contains("the-secret"));
            JsonNode entry = JsonMapper.shared().readTree(lines.getLast());
            assertThat(entry.path("sequence").intValue()).isEqualTo(1);
            assertThat(entry.path("operation").stringValue()).isEqualTo("CREATE");
            assertThat(entry.path("arrivedAt").stringValue()).isEqualTo("2026-03-02T12:00:00Z");
            assertThat(entry.path("jobId").stringValue()).isEqualTo(id);
            assertThat(entry.path("prompt").stringValue()).isEqualTo("line\nbreak");
            assertThat(entry.path("headers").path("content-type").stringValue()).isEqualTo("application/json");
            assertThat(entry.path("status").intValue()).isEqualTo(201);
            assertThat(entry.has("post")).isFalse();
        }
        assertThat(JsonMapper.shared()
                        .readValue(Files.readAllLines(file).getLast(), JournalEntry.class)
                        .counted())
                .isTrue();
    }

    @Test
    void prompts_of_those_who_are_not_let_in_are_not_kept(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("journal.jsonl");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("access.keys=right", "journal.file=" + file), clock);
                Client client = new Client(sandbox)) {
            for (String key : new String[] {"", "Bearer wrong", "Basic cmlnaHQ6"}) {
                client.withAuthorization(key).create("docs", "private");
                client.withAuthorization(key).create("docs", "[answer 503] private");
                client.withAuthorization(key).create("docs", "[answer 503 after] private");
                client.withAuthorization(key).message("docs", "job_1", "[empty] private");
            }
            client.withAuthorization("Bearer right").create("docs", "[answer 503] known");
            client.withAuthorization("Bearer right").create("docs", "known");

            assertThat(sandbox.journal().posts("docs"))
                    .hasSize(14)
                    .filteredOn(entry -> entry.prompt() != null)
                    .extracting(JournalEntry::prompt)
                    .containsExactly("[answer 503] known", "known");
            assertThat(file).content().doesNotContain("private");
        }
    }

    @Test
    void the_oldest_entries_are_dropped_beyond_the_limit() {
        Journal journal =
                new Journal(SandboxSettings.of("journal.max-entries=2").journal());
        for (int i = 0; i < 5; i++) {
            append(journal, 0, 201);
        }

        assertThat(journal.entries()).extracting(JournalEntry::sequence).containsExactly(4L, 5L);
        assertThat(journal.dropped()).isEqualTo(3);
        assertThatThrownBy(() -> journal.mostInAnyPeriod("docs", MINUTE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_busiest_period_is_found_at_any_offset() {
        Journal journal = new Journal(SandboxSettings.of().journal());
        for (int second : new int[] {0, 50, 59, 60, 109, 110, 300}) {
            append(journal, second, 201);
        }

        // 50, 59, 60 and 109 lie within a minute; 50 and 110 are exactly a minute apart.
        assertThat(journal.mostInAnyPeriod("docs", MINUTE)).isEqualTo(4);
        assertThat(journal.mostInAnyPeriod("docs", Duration.ofNanos(1))).isEqualTo(1);
        assertThat(journal.mostInAnyPeriod("docs", Duration.ofHours(1))).isEqualTo(7);
        assertThat(journal.mostInAnyPeriod("other", MINUTE)).isZero();
    }

    @Test
    void refused_and_lost_posts_count_as_attempts_but_not_those_without_access() {
        Journal journal = new Journal(SandboxSettings.of().journal());
        append(journal, 0, 201);
        append(journal, 0, 429);
        append(journal, 0, 500);
        append(journal, 0, null);
        append(journal, 0, 401);
        append(journal, 0, 403);

        assertThat(journal.mostInAnyPeriod("docs", MINUTE)).isEqualTo(4);
    }

    private JournalEntry entry(
            long sequence,
            ServiceOperation operation,
            String jobId,
            @Nullable String prompt,
            int status,
            boolean counted) {
        var at = sequence == 1 ? SettableClock.NOON : clock.instant();
        return new JournalEntry(
                sequence, at, at, operation, "docs", jobId, prompt, Map.of(), status, "answered", counted);
    }

    private static void append(Journal journal, int second, @Nullable Integer status) {
        var at = SettableClock.NOON.plusSeconds(second);
        journal.append(new JournalEntry(
                0, at, at, ServiceOperation.CREATE, "docs", null, "p", Map.of(), status, "answered", false));
    }
}
