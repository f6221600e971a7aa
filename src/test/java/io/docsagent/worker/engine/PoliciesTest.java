package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.WorkerProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
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

    private static Duration margin(Map<String, String> settings, String project) {
        Map<String, String> all = new HashMap<>();
        all.put("docs-agent.api.base-url", "http://localhost:1");
        settings.forEach((name, value) -> all.put("docs-agent." + name, value));
        var properties = new Binder(new MapConfigurationPropertySource(all))
                .bind("docs-agent", WorkerProperties.class)
                .get();
        return new Policies(properties).of(project).quota().margin();
    }
}
