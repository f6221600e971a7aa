package io.docsagent.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses unknown {@code docs-agent} settings. Environment variables only cause a warning: Kubernetes creates some,
 * named after services, that nobody has chosen.
 */
final class UnknownSettings extends NoUnboundElementsBindHandler {

    private static final Logger log = LoggerFactory.getLogger(UnknownSettings.class);

    private static final ConfigurationPropertyName WORKER = ConfigurationPropertyName.of("docs-agent");
    private static final ConfigurationPropertyName SANDBOX = ConfigurationPropertyName.of("docs-agent.sandbox");

    private final BindHandler parent;

    UnknownSettings(BindHandler parent) {
        super(parent, source -> !isEnvironment(source));
        this.parent = parent;
    }

    private static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        parent.onFinish(name, target, context, result);
        if (name.equals(WORKER) || name.equals(SANDBOX)) {
            SettingNames names = new SettingNames(name, target.getType().toClass());
            warn(name, names, context);
            refuse(name, names, target, context, result);
        }
    }

    private void refuse(
            ConfigurationPropertyName root,
            SettingNames names,
            Bindable<?> target,
            BindContext context,
            @Nullable Object result)
            throws Exception {
        try {
            super.onFinish(root, target, context, result);
        } catch (UnboundConfigurationPropertiesException e) {
            List<String> unknown = new ArrayList<>();
            for (ConfigurationProperty property : e.getUnboundProperties()) {
                if (root.equals(SANDBOX) || !SANDBOX.isAncestorOf(property.getName())) {
                    unknown.add(property.getName() + " (" + property.getOrigin() + ") is not a setting of the worker."
                            + names.hint(property.getName()));
                }
            }
            if (!unknown.isEmpty()) {
                throw new WorkerCannotStartException(String.join(System.lineSeparator(), new TreeSet<>(unknown)));
            }
        }
    }

    private static void warn(ConfigurationPropertyName root, SettingNames names, BindContext context) {
        for (ConfigurationPropertySource source : context.getSources()) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment) {
                Stream.of(environment.getPropertyNames())
                        .filter(variable -> names.isUnknown(variable, root.equals(SANDBOX)))
                        .forEach(variable -> log.atWarn()
                                .addKeyValue("variable", variable)
                                .log("An environment variable looks like a setting of the worker, but is not one"));
            }
        }
    }
}
