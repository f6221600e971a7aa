package io.docsagent.worker.sandbox;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Runs the sandbox as a standalone application. */
@Configuration(proxyBeanMethods = false)
@Profile("sandbox")
@EnableConfigurationProperties(SandboxSettings.class)
public class SandboxConfiguration {

    private static final Logger log = LoggerFactory.getLogger(SandboxConfiguration.class);

    @Bean
    Sandbox sandbox(
            SandboxSettings settings,
            @Value("${server.address:127.0.0.1}") InetAddress address,
            @Value("${server.port:8080}") int port) {
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
