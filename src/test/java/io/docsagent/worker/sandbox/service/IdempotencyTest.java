package io.docsagent.worker.sandbox.service;

import static io.docsagent.worker.sandbox.Client.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

    private static final String CREATE = "/v2/agent/docs/job";

    private final Sandbox sandbox = Sandbox.start(
            SandboxSettings.of("idempotency.header=X-Once", "idempotency.max-keys=2", "quota.capacity=3"));
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        sandbox.close();
        client.close();
    }

    private HttpResponse<String> post(String path, String name, String prompt)
            throws IOException, InterruptedException {
        return client.send(client.request(path)
                .header("X-Once", name)
                .POST(BodyPublishers.ofString("{\"prompt\":\"" + prompt + "\"}")));
    }

    private List<Boolean> counted() {
        return sandbox.journal().posts("docs").stream()
                .map(JournalEntry::counted)
                .toList();
    }

    @Test
    void a_repeat_is_answered_as_before_and_uses_no_quota() throws Exception {
        HttpResponse<String> first = post(CREATE, "k", "Write");
        HttpResponse<String> again = post(CREATE, "k", "Write");

        assertThat(again.statusCode()).isEqualTo(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        String message = CREATE + "/" + id(first) + "/message";
        assertThat(post(message, "m", "Add").body())
                .isEqualTo(post(message, "m", "Add").body());
        assertThat(counted()).containsExactly(true, false, true, false);
    }

    @Test
    void the_same_name_with_another_request_is_refused() throws Exception {
        String job = id(post(CREATE, "k", "Write"));

        assertThat(post(CREATE, "k", "Read").statusCode()).isEqualTo(422);
        assertThat(post(CREATE + "/" + job + "/message", "k", "Write").statusCode())
                .isEqualTo(422);
        assertThat(id(post("/v2/agent/other/job", "k", "Write"))).isNotEqualTo(job);
        assertThat(counted()).containsExactly(true, false, false);
    }

    @Test
    void what_was_refused_may_be_repeated() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(client.create("docs", "Write").statusCode()).isEqualTo(201);
        }
        assertThat(post(CREATE, "k", "Write").statusCode()).isEqualTo(429);
        assertThat(post(CREATE, "k", "Write").statusCode()).isEqualTo(429);
        assertThat(post("/v2/agent/other/job/none/message", "m", "Write").statusCode())
                .isEqualTo(404);
        assertThat(post("/v2/agent/other/job", "m", "Write").statusCode()).isEqualTo(201);
    }

    @Test
    void only_so_many_names_are_remembered() throws Exception {
        String first = id(post(CREATE, "k1", "Write"));
        String second = id(post(CREATE, "k2", "Write"));
        assertThat(id(post(CREATE, "k1", "Write"))).isEqualTo(first);

        assertThat(id(post(CREATE, "k3", "Write"))).isNotIn(first, second);

        assertThat(id(post(CREATE, "k2", "Write"))).isEqualTo(second);
        assertThat(post(CREATE, "k1", "Write").statusCode())
                .as("of a new request, for which there is no use left")
                .isEqualTo(429);
    }

    @Test
    void repeats_at_the_same_time_do_the_work_once() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Callable<String> repeat = () -> id(post(CREATE, "k", "Write"));
            List<Future<String>> answers = threads.invokeAll(
                    IntStream.range(0, 32).mapToObj(i -> repeat).toList());
            Set<String> jobs = answers.stream().map(Future::resultNow).collect(Collectors.toSet());
            assertThat(jobs).hasSize(1);
        }
        assertThat(counted().stream().filter(each -> each)).hasSize(1);
    }

    @Test
    void without_the_header_each_request_is_one_of_its_own() throws Exception {
        assertThat(id(client.create("docs", "Write"))).isNotEqualTo(id(client.create("docs", "Write")));
    }
}
