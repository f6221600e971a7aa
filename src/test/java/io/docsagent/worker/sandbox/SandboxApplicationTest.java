package io.docsagent.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.CapturesOutput;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ConfigurableApplicationContext;

@CapturesOutput
@Isolated("others log too")
class SandboxApplicationTest {

    @Test
    void it_runs_the_sandbox_alone(CapturedOutput output, @TempDir Path data) throws Exception {
        try (ConfigurableApplicationContext context = SandboxApplication.application()
                .run(
                        "--server.port=0",
                        "--docs-agent.sandbox.quota.capacity=1",
                        "--docs-agent.sandbox.data-dir=" + data)) {
            Sandbox sandbox = context.getBean(Sandbox.class);
            try (Client client = new Client(sandbox)) {
                assertThat(sandbox.baseUrl()).startsWith("http://127.0.0.1:");
                assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
                assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
                assertThat(client.send(client.request("/projects/docs")).body()).contains("0</strong> of 1 uses left");
            }
            assertThat(sandbox.journal().entries()).isEmpty();
            assertThat(output).contains(sandbox.baseUrl()).contains("curl -i");
            assertThat(context.getEnvironment().getProperty("spring.main.keep-alive"))
                    .isEqualTo("true");
            assertThat(Arrays.stream(context.getBeanDefinitionNames())
                            .map(context::getType)
                            .filter(Objects::nonNull)
                            .map(Class::getName))
                    .contains(Sandbox.class.getName())
                    .noneMatch(type -> type.startsWith("org.springframework.boot.autoconfigure"))
                    .filteredOn(type -> type.startsWith("io.docsagent."))
                    .allMatch(type -> type.startsWith("io.docsagent.worker.sandbox."));
        }
    }
}
