package io.docsagent.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.WorkerApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class SandboxProfileTest {

    @Test
    void theProfileRunsTheSandboxAlone(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(WorkerApplication.class)
                .profiles("sandbox")
                .run("--server.port=0", "--docs-agent.sandbox.quota.capacity=1")) {
            Sandbox sandbox = context.getBean(Sandbox.class);
            try (Client client = new Client(sandbox)) {
                assertThat(sandbox.baseUrl()).startsWith("http://127.0.0.1:");
                assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
                assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
            }
            assertThat(output).contains(sandbox.baseUrl()).contains("curl -i");
            assertThat(context.getEnvironment().getProperty("spring.main.keep-alive"))
                    .isEqualTo("true");
            assertThat(context.getBeanDefinitionNames()).noneMatch(name -> name.startsWith("kafka"));
        }
    }
}
