package io.docsagent.worker.sandbox;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Runs the sandbox alone, with the settings of {@code sandbox.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(SandboxSettings.class)
public class SandboxApplication {

    private static final Logger log = LoggerFactory.getLogger(SandboxApplication.class);

    public static void main(String[] args) {
        application().run(args);
    }

    static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(SandboxApplication.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=sandbox")
                .initializers(new MapVariables());
    }

    /** Static, because settings are bound before most other beans exist. */
    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor unknownSettings() {
        return UnknownSandboxSettings::new;
    }

    @Bean
    Sandbox sandbox(
            SandboxSettings settings,
            @Value("${server.address}") InetAddress address,
            @Value("${server.port}") int port) {
        Sandbox sandbox = Sandbox.start(settings, InstantSource.system(), new InetSocketAddress(address, port));
        String create = sandbox.baseUrl() + "/v2/agent/demo/job";
        log.info(
                "The sandbox listens at {}; try: curl -i -H 'Authorization: Bearer any' -d '{}' {}",
                sandbox.baseUrl(),
                "{\"prompt\":\"Describe the new option\"}",
                create);
        return sandbox;
    }
}
