package io.docsagent.worker.sandbox;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Makes environment variables set entries of maps: Spring Boot reads none for them that begins with DOCS_AGENT. */
final class MapVariables implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String ENVIRONMENT = "DOCS_AGENT_SANDBOX_AGENT_ENVIRONMENT_";
    private static final String ORIGINS = "DOCS_AGENT_SANDBOX_REPOSITORIES_ORIGINS_";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        MutablePropertySources sources = context.getEnvironment().getPropertySources();
        for (var source : sources.stream().toList()) {
            if (source instanceof SystemEnvironmentPropertySource variables) {
                sources.addBefore(source.getName(), new MapPropertySource(source.getName() + "-maps", of(variables)));
            }
        }
    }

    private static Map<String, Object> of(SystemEnvironmentPropertySource variables) {
        Map<String, Object> properties = new HashMap<>();
        variables.getSource().forEach((variable, value) -> {
            if (variable.startsWith(ENVIRONMENT)) {
                String name = variable.substring(ENVIRONMENT.length());
                properties.put("docs-agent.sandbox.agent.environment[" + name + "]", value);
            } else if (variable.startsWith(ORIGINS)) {
                String projectId = variable.substring(ORIGINS.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-');
                properties.put("docs-agent.sandbox.repositories.origins[" + projectId + "]", value);
            }
        });
        return properties;
    }
}
