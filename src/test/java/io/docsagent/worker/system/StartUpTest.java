package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;

/** The worker refuses to start on settings and topics that do not fit, and says what to do. */
@CapturesOutput
@Isolated("a worker that starts elsewhere sets up logging anew")
class StartUpTest {

    private final EmbeddedBroker broker = new EmbeddedBroker();

    @Test
    void with_nothing_set_everything_that_is_missing_is_named(CapturedOutput output) {
        assertThatThrownBy(this::start).isNotNull();

        assertThat(output).contains("DOCS_AGENT_API_BASE_URL").contains("DOCS_AGENT_API_KEY_FILE");
    }

    @Test
    void a_key_file_that_is_not_there_is_named_without_a_stack_trace(CapturedOutput output) {
        assertThatThrownBy(() -> start(
                        "docs-agent.api.base-url=http://localhost:1",
                        "docs-agent.api.key-file=/nowhere/key",
                        "docs-agent.topics.inputs=t" + UUID.randomUUID()))
                .isNotNull();

        assertThat(output)
                .contains("The worker cannot start with this configuration")
                .contains("/nowhere/key");
    }

    @Test
    void a_setting_that_does_not_exist_is_named(CapturedOutput output) {
        assertThatThrownBy(() -> start(
                        "docs-agent.api.base-url=http://localhost:1",
                        "docs-agent.api.key=k",
                        "docs-agent.projects.my.site.quota.capacity=5"))
                .isNotNull();

        assertThat(output)
                .contains("The worker cannot start with this configuration")
                .contains("docs-agent.projects[my.site].quota.capacity");
    }

    private void start(String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--management.server.port=0"));
        List.of(settings).forEach(setting -> arguments.add("--" + setting));
        new SpringApplicationBuilder(WorkerApplication.class, broker.connection())
                .run(arguments.toArray(String[]::new))
                .close();
    }
}
