package io.docsagent.worker.settings;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Environment variables for settings. {@code docs-agent.api.base-url} is {@code DOCS_AGENT_API_BASE_URL} or {@code
 * DOCSAGENT_API_BASEURL}: Spring Boot reads both, but of a map's names the second alone.
 */
final class SettingVariables {

    /** In pipelines that run the tools. */
    private static final String JAR = "DOCS_AGENT_WORKER_JAR";

    private static final String SERVICE_HOST = "_SERVICE_HOST";

    /** The maps by their names, and what each entry may have. */
    private static final Map<String, Set<String>> MAPS = Map.of(
            "docs-agent.publishers", ofEntry(PublisherSettings.class),
            "docs-agent.projects", ofEntry(ProjectOverrides.class),
            "docs-agent.tracing.headers", Set.of());

    private SettingVariables() {}

    /** Both spellings. */
    static List<String> of(ConfigurationPropertyName setting) {
        return List.of(normal(setting.toString()), normal(setting.toString().replace("-", "")));
    }

    /** A container may also have variables with a setting's name as it is. */
    static String normal(String name) {
        return name.replace("]", "").replaceAll("[.\\[-]", "_").toUpperCase(Locale.ROOT);
    }

    /** Without an element's index, and what belongs to the element. */
    static String ofList(String variable) {
        return normal(variable).replaceFirst("_\\d+(_.*)?$", "");
    }

    /** Those that must be settings, less what {@link #add} makes properties. */
    static Stream<String> in(SystemEnvironmentPropertySource environment) {
        return all(environment).filter(variable -> property(variable) == null);
    }

    private static Stream<String> all(SystemEnvironmentPropertySource environment) {
        Set<String> services = new HashSet<>();
        for (String variable : environment.getPropertyNames()) {
            if (variable.endsWith(SERVICE_HOST)) {
                services.add(variable.substring(0, variable.length() - SERVICE_HOST.length()));
            }
        }
        return Stream.of(environment.getPropertyNames())
                .filter(variable -> normal(variable).matches("DOCS_?AGENT_(?!SANDBOX_).*"))
                .filter(variable -> !JAR.equals(variable) && !isServiceLink(variable, services));
    }

    /** Kubernetes announces a Service {@code docs-agent-worker} as {@code DOCS_AGENT_WORKER_PORT}, among others. */
    private static boolean isServiceLink(String variable, Set<String> services) {
        return services.stream()
                .anyMatch(service -> variable.matches(Pattern.quote(service) + "_(SERVICE_(HOST|PORT)|PORT)(_.*)?"));
    }

    /** Makes variables with underscores for hyphens work for maps too. */
    static void add(MutablePropertySources sources) {
        for (var source : sources.stream().toList()) {
            if (source instanceof SystemEnvironmentPropertySource environment) {
                Map<String, Object> properties = new HashMap<>();
                all(environment).forEach(variable -> {
                    String property = property(variable);
                    if (property != null) {
                        var origin = new SystemEnvironmentOrigin(variable);
                        properties.put(property, OriginTrackedValue.of(environment.getProperty(variable), origin));
                    }
                });
                sources.addBefore(
                        source.getName(), new OriginTrackedMapPropertySource(source.getName() + "-maps", properties));
            }
        }
    }

    /** Of an entry of a map, whether it may have that setting or not; null for any other. */
    private static @Nullable String property(String variable) {
        for (Map.Entry<String, Set<String>> map : MAPS.entrySet()) {
            String prefix = normal(map.getKey()) + "_";
            if (variable.startsWith(prefix)) {
                return map.getKey() + "." + entry(variable.substring(prefix.length()), map.getValue());
            }
        }
        return null;
    }

    private static String entry(String text, Set<String> settings) {
        if (settings.isEmpty()) {
            return dashed(text);
        }
        Map<String, String> ends = settings.stream().collect(toMap(SettingVariables::normal, UnaryOperator.identity()));
        Matcher known = Pattern.compile("(.+)_(" + String.join("|", ends.keySet()) + ")(?:_(\\d+))?")
                .matcher(text);
        if (!known.matches()) {
            return dashed(text).replaceFirst("-", ".");
        }
        String index = known.group(3) == null ? "" : "[" + known.group(3) + "]";
        return dashed(known.group(1)) + "." + ends.get(known.group(2)) + index;
    }

    private static String dashed(String text) {
        return text.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Set<String> ofEntry(Class<?> type) {
        return UnknownSettings.settings(ConfigurationPropertyName.of("entry"), Bindable.of(type)).stream()
                .filter(name -> name.getNumberOfElements() > 1)
                .map(name -> name.subName(1).toString())
                .collect(toSet());
    }
}
