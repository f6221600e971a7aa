package io.docsagent.worker.ops.projects;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** One instance that asks another over a real connection. */
class OtherInstancesTest {

    private static final Duration SOON = Duration.ofSeconds(3);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final DisposableServer other =
            HttpServer.create().host("127.0.0.1").port(0).handle(this::answer).bindNow();
    private final OtherInstances others = new OtherInstances(null, () -> null, null, SOON);

    @AfterEach
    void close() {
        other.disposeNow();
    }

    /** Never, where all that is remembered is asked for. */
    private Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        asked.add(request.uri());
        return request.uri().contains("unknown") ? Mono.never() : response.sendString(Mono.just("{\"total\":7}"));
    }

    @Test
    void who_does_not_answer_with_unknown_outcomes_in_time_is_asked_once_more_without_them() {
        assertThat(list(true).status()).isEqualTo(200);
        assertThat(asked)
                .containsExactly("/actuator/projects?local=true&unknown=true", "/actuator/projects?local=true");
    }

    private OtherInstances.Answer list(boolean withUnknown) {
        return requireNonNull(others.list(new HostInfo("127.0.0.1", other.port()), withUnknown)
                .block());
    }

    @Test
    void a_list_without_them_is_asked_for_once() {
        assertThat(list(false).body()).hasToString("{\"total\":7}");
        assertThat(asked).containsExactly("/actuator/projects?local=true");
    }
}
