package io.docsagent.worker.settings;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** How settings are read. */
@Configuration(proxyBeanMethods = false)
public class SettingsConfiguration {

    /** Static, because settings are bound before most other beans exist. */
    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor unknownSettings() {
        return UnknownSettings::new;
    }

    @Bean
    static BeanFactoryPostProcessor settingVariables(ConfigurableEnvironment environment) {
        return any -> SettingVariables.add(environment.getPropertySources());
    }
}
