package io.docsagent.worker.sandbox;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses settings of the sandbox that do not exist, wherever they are set; Spring Boot ignores those of the environment
 * and of system properties.
 */
final class UnknownSandboxSettings extends NoUnboundElementsBindHandler {

    private static final ConfigurationPropertyName SANDBOX = ConfigurationPropertyName.of("docs-agent.sandbox");

    private static final Pattern OURS = Pattern.compile("DOCS[_-]?AGENT[._]SANDBOX[._].+", Pattern.CASE_INSENSITIVE);

    /** By which it finds what it has started, and what Kubernetes announces of a Service {@code docs-agent-sandbox}. */
    private static final Pattern NO_SETTINGS = Pattern.compile(".*_SANDBOX_(RUN|(SERVICE_(HOST|PORT)|PORT)(_.*)?)");

    /** Those that have a value here, and what they are made of. */
    private final Map<String, Class<?>> existing = new TreeMap<>();

    UnknownSandboxSettings(BindHandler parent) {
        super(parent, source -> !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource));
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        existing.put(name.toString(), target.getType().toClass());
        return super.onStart(name, target, context);
    }

    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        try {
            super.onFinish(name, target, context, result);
        } catch (UnboundConfigurationPropertiesException e) {
            ConfigurationProperty unknown = e.getUnboundProperties().iterator().next();
            throw refusal(unknown.getName().toString(), unknown.getValue());
        }
        if (name.equals(SANDBOX)) {
            for (ConfigurationPropertySource source : context.getSources()) {
                if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment) {
                    refuseVariables(environment);
                }
            }
        }
    }

    private void refuseVariables(SystemEnvironmentPropertySource environment) {
        for (String variable : environment.getPropertyNames()) {
            if (OURS.matcher(variable).matches()
                    && !NO_SETTINGS.matcher(variable).matches()
                    && existing.entrySet().stream()
                            .noneMatch(setting -> isOf(setting.getKey(), setting.getValue(), variable))) {
                throw refusal(variable, environment.getProperty(variable));
            }
        }
    }

    /** Elements and entries have their own variables, which begin with that of the list or map. */
    private static boolean isOf(String setting, Class<?> type, String variable) {
        boolean several = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        String name = letters(setting);
        return several ? letters(variable).startsWith(name) : letters(variable).equals(name);
    }

    private InvalidConfigurationPropertyValueException refusal(String unknown, @Nullable Object value) {
        String nearest = existing.keySet().stream()
                .max(Comparator.comparingInt(name -> inCommon(letters(name), letters(unknown))))
                .orElse(SANDBOX.toString());
        return new InvalidConfigurationPropertyValueException(
                unknown, value, "It is not a sandbox setting. Did you mean " + nearest + "?");
    }

    private static int inCommon(String one, String other) {
        int difference = Arrays.mismatch(one.toCharArray(), other.toCharArray());
        return difference < 0 ? one.length() : difference;
    }

    /** The same for a setting and for each spelling of its variable. */
    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toUpperCase(Locale.ROOT);
    }
}
