package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.WorkerCannotStartException;
import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
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

    @Test
    void publishers_share_alike_unless_one_is_configured() {
        assertThat(policies(Map.of()).of("p").sharing()).isEqualTo(Sharing.EQUAL);
        assertThat(policies(Map.of(
                                "publishers.chat.topic", "requests.chat",
                                "publishers.chat.weight", "3",
                                "publishers.chat.reserve", "20",
                                "publishers.chat.reserve-for", "message",
                                "publishers.chat.max-uses", "40"))
                        .of("p")
                        .sharing()
                        .publishers())
                .isEqualTo(Map.of("default", Share.USUAL, "chat", new Share(3, 20, true, 40)));
        assertThat(policies(Map.of("publishers.default.weight", "2"))
                        .of("p")
                        .sharing()
                        .publishers())
                .isEqualTo(Map.of("default", new Share(2, 0, false, null)));
    }

    @Test
    void nothing_is_reserved_where_a_project_is_not_open() {
        Policies policies = policies(Map.of(
                "publishers.chat.reserve", "20",
                "publishers.chat.projects", "docs,own",
                "publishers.chat.max-uses", "40",
                "publishers.ci.reserve", "10",
                "projects.own.quota.capacity", "31",
                "projects.small.quota.capacity", "11"));

        assertThat(policies.of("docs").sharing().reserved()).isEqualTo(30);
        assertThat(policies.of("own").sharing().reserved()).isEqualTo(30);
        assertThat(policies.of("small").sharing().reserved()).isEqualTo(10);
        assertThat(policies.of("other").sharing().publishers())
                .containsEntry("chat", new Share(1, 0, false, 40))
                .containsEntry("ci", new Share(1, 10, false, null));
        assertThat(policies.of("other")).isSameAs(policies.of("another"));
    }

    @Test
    void reserves_leave_something_of_every_quota() {
        Map<String, String> reserves = Map.of("publishers.chat.reserve", "60", "publishers.ci.reserve", "40");

        assertThatThrownBy(() -> policies(reserves))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("docs-agent.publishers.<name>.reserve (chat: 60, ci: 40)")
                .hasMessageContaining("docs-agent.quota.capacity=100 leaves none");
        assertThatThrownBy(() -> policies(with(reserves, "quota.capacity", "101", "projects.p.quota.capacity", "100")))
                .hasMessageContaining("docs-agent.projects[p].quota.capacity=100 leaves none");
        assertThat(policies(with(reserves, "quota.capacity", "101", "projects.p.quota.period", "2h"))
                        .of("p")
                        .sharing()
                        .reserved())
                .isEqualTo(100);
    }

    private static Map<String, String> with(Map<String, String> settings, String... more) {
        Map<String, String> all = new HashMap<>(settings);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
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
