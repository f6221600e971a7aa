package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;

@CapturesOutput
@Isolated("others log too")
class PoliciesTest {

    @Test
    void the_margin_is_twice_the_skew_unless_set(CapturedOutput output) {
        assertThat(margin(Map.of(), "p")).isEqualTo(Duration.ofSeconds(10));
        assertThat(margin(Map.of("clock.max-skew", "2s"), "p")).isEqualTo(Duration.ofSeconds(4));
        assertThat(margin(Map.of("quota.margin", "11s"), "p")).isEqualTo(Duration.ofSeconds(11));
        assertThat(output).doesNotContain("assumes");
    }

    @Test
    void a_smaller_one_is_taken_and_says_what_it_assumes(CapturedOutput output) {
        assertThat(margin(Map.of("quota.margin", "1s"), "p")).isEqualTo(Duration.ofSeconds(1));
        assertThat(output).contains("docs-agent.quota.margin=1000 ms assumes that the brokers' clocks");
    }

    @Test
    void a_project_may_have_its_own(CapturedOutput output) {
        Map<String, String> own = Map.of("projects.[p].quota.margin", "2s");
        assertThat(margin(own, "p")).isEqualTo(Duration.ofSeconds(2));
        assertThat(margin(own, "q")).isEqualTo(Duration.ofSeconds(10));
        assertThat(output).contains("docs-agent.projects[p].quota.margin=2000 ms assumes");
    }

    @Test
    void publishers_share_alike_unless_one_is_configured() {
        assertThat(policies(Map.of()).of("p").sharing()).isEqualTo(Sharing.EQUAL);
        assertThat(policies(Map.of(
                                "publishers.chat.topic", "requests.chat",
                                "publishers.chat.weight", "3",
                                "publishers.chat.max-uses", "40"))
                        .of("p")
                        .sharing()
                        .publishers())
                .isEqualTo(Map.of("default", Share.USUAL, "chat", new Share(3, 40)));
        assertThat(policies(Map.of("publishers.default.weight", "2"))
                        .of("p")
                        .sharing()
                        .publishers())
                .isEqualTo(Map.of("default", new Share(2, null)));
    }

    @Test
    void a_service_with_a_header_for_repeats_is_idempotent() {
        assertThat(policies(Map.of()).of("p").dispatching().idempotent()).isFalse();
        assertThat(policies(Map.of("api.idempotency-header", "Idempotency-Key"))
                        .of("p")
                        .dispatching()
                        .idempotent())
                .isTrue();
    }

    private static Duration margin(Map<String, String> settings, String project) {
        return policies(settings).of(project).quota().margin();
    }

    private static Policies policies(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>();
        all.put("docs-agent.api.base-url", "http://localhost:1");
        settings.forEach((name, value) -> all.put("docs-agent." + name, value));
        return new Policies(new Binder(new MapConfigurationPropertySource(all))
                .bind("docs-agent", WorkerProperties.class)
                .get());
    }
}
